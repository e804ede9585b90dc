import { matchesWhole, parseWildcards } from './match-wildcards.ts'

/** A pattern that costs more counts as a match: it may be meant to hide something. */
const MAX_COST = 1_000_000

/** Whether a file name pattern matches the whole text. A pattern that takes too long matches all. */
export function matches(
  pattern: string,
  text: string,
  { inPath }: { readonly inPath: boolean },
): boolean {
  if (pattern.length * text.length > MAX_COST) return true
  return matchesWhole(parseWildcards(pattern, { inPath, ignoresCase: true }), text)
}

/** Patterns that leave nothing out worth speaking of: `*`, `.*`, `?*`, `[!.]*`, `**`, `[a-z]*`. */
export function isEverything(name: string): boolean {
  return /[*?[]/u.test(name) && /^(?:[*?.]|\[[^\]]*\])+$/u.test(name)
}

/** Whether a shell would look for files by it. */
export function isPattern(text: string): boolean {
  if (text.includes('*') || text.includes('?')) return true
  const bracket = text.indexOf('[')
  return bracket !== -1 && text.includes(']', bracket + 1)
}
