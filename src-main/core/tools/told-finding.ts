import { z } from 'zod'
import { Severity } from '#shared/events/code-review.ts'

/** A finding, as models are asked for it. What comes of it in the log has the same shape. */
export const ToldFinding = z.object({
  file: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .describe('The file, as the diff names it: from the project’s folder, as in src/index.ts.'),
  line: z
    .int()
    .min(1)
    .describe(
      'The first line it is about, by the number that stands in front of it in the piece: a line that the change adds, or one near it that is shown. No line that was removed.',
    ),
  endLine: z.int().min(1).optional().describe('The last line, where it is about several.'),
  severity: Severity.describe(
    'critical: loses data, opens a hole, or breaks what everybody uses. high: wrong in cases that will come up. medium: wrong in rare cases, or will cost later. low: worth changing, harms nobody.',
  ),
  category: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .describe('What kind of fault it is, in a word or two, as in `injection` or `off by one`.'),
  message: z
    .string()
    .trim()
    .min(1)
    .max(2_000)
    .describe('What is wrong, what shows it, and what to do about it.'),
  suggestion: z
    .string()
    .max(4_000)
    .optional()
    .describe(
      'Only where you know the whole remedy: the lines that would stand in the place of `line` to `endLine`, whole and indented as there. It can be accepted as it is.',
    ),
})

/** As in `2 findings`; models may send something else than a list. */
export function countTold(told: unknown, noun: string): string {
  const count = Array.isArray(told) ? told.length : 0
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
