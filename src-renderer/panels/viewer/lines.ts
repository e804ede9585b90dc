import { structuredPatch } from 'diff'

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
  const { hunks } = structuredPatch('', '', before, after, '', '', { context })
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

/** What ends in a line end has no line after it. */
function toLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
