import { z } from 'zod'

/** Several patterns, as models write them: with commas, or as an array. */
export const PatternList = z.union([z.string(), z.array(z.string())])

/** Joins them with commas; an array may come as JSON. */
export function toPatternList(given: z.infer<typeof PatternList>): string {
  if (typeof given !== 'string') return given.join(',')
  if (!given.trimStart().startsWith('["')) return given
  try {
    return z.array(z.string()).parse(JSON.parse(given)).join(',')
  } catch {
    // A pattern may begin with these characters.
    return given
  }
}
