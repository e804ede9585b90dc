import { takeStart } from '#shared/lib/cut-text.ts'

const MAX_CHARS = 60

/** A session's title by its first prompt: the first line, cut between two words. */
export function titleOf(prompt: string): string {
  const line = (prompt.trim().split('\n', 1)[0] ?? '').replaceAll(/\s+/g, ' ')
  if (line.length <= MAX_CHARS) return line
  const cut = takeStart(line, MAX_CHARS)
  const space = cut.lastIndexOf(' ')
  return `${space > MAX_CHARS / 2 ? cut.slice(0, space) : cut}…`
}
