import { MOST_LINES } from '#shared/code-review/place-findings.ts'
import { Finding } from '#shared/events/code-review.ts'

const { file, line, endLine, severity, category, message, suggestion } = Finding.shape

/** A finding, as models are asked for it. */
export const ToldFinding = Finding.extend({
  file: file.describe(
    'The file, as the diff names it: from the project’s folder, as in src/index.ts.',
  ),
  line: line.describe(
    'The first line it is about, by the number that stands in front of it in the piece: a line that the change adds, or one near it that is shown. No line that was removed.',
  ),
  endLine: endLine.describe(
    `The last line, where it is about several: ${MOST_LINES} with the first at most.`,
  ),
  severity: severity.describe(
    'critical: loses data, opens a hole, or breaks what everybody uses. high: wrong in cases that will come up. medium: wrong in rare cases, or will cost later. low: worth changing, harms nobody.',
  ),
  category: category.describe(
    'What kind of fault it is, in a word or two, as in `injection` or `off by one`.',
  ),
  message: message.describe('What is wrong, what shows it, and what to do about it.'),
  suggestion: suggestion.describe(
    'Only where you know the whole remedy: the lines that would stand in the place of `line` to `endLine`, whole and indented as there. It can be accepted as it is.',
  ),
}).refine(({ line: first, endLine: last = first }) => Math.abs(last - first) < MOST_LINES, {
  path: ['endLine'],
  message: `A finding is about ${MOST_LINES} lines at most. Name those that show it best.`,
})

/** As in `2 findings`; models may send something else than a list. */
export function countTold(told: unknown, noun: string): string {
  const count = Array.isArray(told) ? told.length : 0
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
