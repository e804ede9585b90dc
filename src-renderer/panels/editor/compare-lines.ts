import { diffArrays } from 'diff'
import type { ComparedPart } from '#shared/authors/line-authors.ts'

/** Beyond these edits a comparison could hold the window: what lies between the ends counts as replaced. */
const EXACT_EDITS = 1_000

/** The lines of a text, as the editor counts them. */
export function toLines(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/)
}

/** How the lines of two texts compare, in order. */
export function compareLines(
  before: readonly string[],
  after: readonly string[],
): readonly ComparedPart[] {
  const head = countSame(before, after, (lines, index) => lines[index])
  const most = Math.min(before.length, after.length) - head
  const tail = Math.min(
    most,
    countSame(before, after, (lines, index) => lines.at(-1 - index)),
  )
  const middle = compareMiddle(
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  )
  return [{ type: 'same', lines: head }, ...middle, { type: 'same', lines: tail }]
}

type Lines = readonly string[]

function countSame(
  before: Lines,
  after: Lines,
  lineAt: (lines: Lines, index: number) => string | undefined,
): number {
  const most = Math.min(before.length, after.length)
  let count = 0
  while (count < most && lineAt(before, count) === lineAt(after, count)) count += 1
  return count
}

function compareMiddle(before: Lines, after: Lines): readonly ComparedPart[] {
  const parts = diffArrays([...before], [...after], { maxEditLength: EXACT_EDITS })
  if (!parts) return replacing(before, after)
  return parts.map(({ added, removed, count }) => ({
    type: added ? 'added' : removed ? 'removed' : 'same',
    lines: count,
  }))
}

function replacing(before: Lines, after: Lines): readonly ComparedPart[] {
  return [
    { type: 'removed', lines: before.length },
    { type: 'added', lines: after.length },
  ]
}
