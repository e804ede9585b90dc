import { normalizeLineEnds, restoreLineEnds } from '#shared/review/line-ends.ts'

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
