import { stripEscapes } from '#shared/lib/strip-escapes.ts'

/** More would be a listing, not a failure for want of one. */
const MAX_NAMES = 5

/** An error message is at the beginning or the end of an output. */
const SEARCHED_CHARS = 64 * 1024

/** Errors that don't name the variable whose absence causes them. ssh has no translations. */
const CAUSES: readonly (readonly [RegExp, string])[] = [
  [/\bPermission denied \([a-z,-]*\bpublickey\b/u, 'SSH_AUTH_SOCK'],
  [/\bCould not open a connection to your authentication agent\b/u, 'SSH_AUTH_SOCK'],
]

/** Returns those of the names, five at most, that a failed program's output contains or is caused by. */
export function findMissing(output: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return []
  const text = stripEscapes(cutMiddle(output))
  const words = new Set(text.match(/\w+/gu))
  for (const [pattern, name] of CAUSES) if (pattern.test(text)) words.add(name)
  return names.filter((name) => words.has(name)).slice(0, MAX_NAMES)
}

function cutMiddle(output: string): string {
  if (output.length <= 2 * SEARCHED_CHARS) return output
  return `${output.slice(0, SEARCHED_CHARS)}\n${output.slice(-SEARCHED_CHARS)}`
}
