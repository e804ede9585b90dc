import { structuredPatch } from 'diff'
import { trimSame } from '#shared/lib/trim-common-lines.ts'

/** Comparing texts that differ in more lines would freeze the window. */
const MAX_EDITS = 1000

/** A line as it is drawn. */
export interface Line {
  readonly type: 'same' | 'added' | 'removed'
  /** In the file as it is, from 1; a removed line has none. */
  readonly number?: number
  readonly text: string
}

export function plainLines(text: string): readonly Line[] {
  return toLines(text).map((line, index) => ({ type: 'same', number: index + 1, text: line }))
}

/** All lines of a file, with those that it has lost where they stood. */
export function changedLines(before: string, after: string): readonly Line[] {
  if (before === after) return plainLines(after)
  const context = before.length + after.length
  const options = { context, maxEditLength: MAX_EDITS }
  const patch = structuredPatch('', '', before, after, '', '', options)
  if (!patch) return replacedLines(toLines(before), toLines(after))
  const { hunks } = patch
  let number = 0
  return hunks.flatMap(({ lines }) =>
    lines.flatMap((line): Line[] => {
      const text = line.slice(1)
      if (line[0] === '-') return [{ type: 'removed', text }]
      if (line[0] !== '+' && line[0] !== ' ') return []
      number += 1
      return [{ type: line[0] === '+' ? 'added' : 'same', number, text }]
    }),
  )
}

/** All that lies between the first and the last line that differ, as if it were replaced. */
function replacedLines(before: readonly string[], after: readonly string[]): readonly Line[] {
  const { start, removed, added } = trimSame(before, after)
  const isAdded = (index: number) => index >= start && index < start + added.length
  const lines = after.map((text, index): Line => {
    return { type: isAdded(index) ? 'added' : 'same', number: index + 1, text }
  })
  const lost = removed.map((text): Line => ({ type: 'removed', text }))
  return [...lines.slice(0, start), ...lost, ...lines.slice(start)]
}

/** What ends in a line end has no line after it. */
function toLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
