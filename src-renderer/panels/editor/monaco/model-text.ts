import { normalizeLineEnds, restoreLineEnds } from '#shared/changes/line-endings.ts'

/** The byte order mark, as a text begins with it that was read from a file that has one. */
const MARK = '\uFEFF'

/** As Monaco holds a text: without its byte order mark, and with one kind of line end, that of most of its lines. */
export function toModelText(text: string): string {
  const unmarked = text.startsWith(MARK) ? text.slice(MARK.length) : text
  // Most files have no other line ends, and nothing is to be counted in them.
  if (!unmarked.includes('\r')) return unmarked
  const ends = unmarked.match(/\r\n|\r|\n/g) ?? []
  const withReturn = ends.filter((end) => end !== '\n')
  return unmarked.replace(/\r\n|\r|\n/g, withReturn.length > ends.length / 2 ? '\r\n' : '\n')
}

/**
 * Returns what a file that held `saved` is to hold after an edit: its byte order mark is kept, and so are the
 * line ends of all lines that nobody changed.
 */
export function toFileText(edited: string, saved: string): string {
  const mark = saved.startsWith(MARK) ? MARK : ''
  return mark + restoreLineEnds(normalizeLineEnds(edited), saved.slice(mark.length))
}

/** What of a text is another in the next one: whole lines, as offsets in the text before, and what stands there now. */
interface ReplacedLines {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** The lines between the first and the last that two texts do not share. */
export function findReplacedLines(before: string, after: string): ReplacedLines {
  const from = lineStart(before, sharedAtStart(before, after))
  const atEnd = sharedAtEnd(before.slice(from), after.slice(from))
  return { from, to: before.length - atEnd, text: after.slice(from, after.length - atEnd) }
}

function sharedAtStart(one: string, other: string): number {
  let index = 0
  while (index < one.length && one[index] === other[index]) index += 1
  return index
}

/** How many characters of whole lines both end with. */
function sharedAtEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let count = 0
  while (count < most && one.at(-1 - count) === other.at(-1 - count)) count += 1
  const isWhole = [one, other].every((text) => isLineStart(text, text.length - count))
  if (isWhole) return count
  const nextLine = one.indexOf('\n', one.length - count)
  return nextLine < 0 ? 0 : one.length - nextLine - 1
}

function isLineStart(text: string, index: number): boolean {
  return index === 0 || text[index - 1] === '\n'
}

function lineStart(text: string, index: number): number {
  return index === 0 ? 0 : text.lastIndexOf('\n', index - 1) + 1
}
