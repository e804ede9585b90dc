import { AppError } from '#shared/lib/app-error.ts'
import type { Position, TextEdit } from './define.ts'

/** A text with edits made that all speak of it as it is. Fails where two of them overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const starts = lineStarts(text)
  const spans = edits
    .map(({ start, end, text: put }, order) => ({
      from: toOffset(text, starts, start),
      to: toOffset(text, starts, end),
      put,
      order,
    }))
    .sort((a, b) => a.from - b.from || a.to - b.to || a.order - b.order)
  let result = ''
  let at = 0
  for (const { from, to, put } of spans) {
    if (from < at || to < from) {
      throw new AppError('conflict', 'The edits of a text do not go together.')
    }
    result += text.slice(at, from) + put
    at = to
  }
  return result + text.slice(at)
}

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/gu)) starts.push(index + end.length)
  return starts
}

/** Past the end of a line is its end; past the last line is the text's. */
function toOffset(text: string, starts: readonly number[], { line, character }: Position): number {
  const start = starts[line]
  if (start === undefined) return text.length
  const next = starts[line + 1]
  const end = next === undefined ? text.length : endOfLine(text, next)
  return Math.min(start + character, end)
}

function endOfLine(text: string, next: number): number {
  return text.slice(next - 2, next) === '\r\n' ? next - 2 : next - 1
}
