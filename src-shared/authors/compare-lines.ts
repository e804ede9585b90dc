import { diffArrays } from 'diff'
import { type Anchor, listAnchors } from './anchors.ts'
import type { ComparedPart } from './line-authors.ts'

/** Beyond these edits an exact comparison would hold the window: its time grows with their square. */
const EXACT_EDITS = 200

/** The lines of a text, as an editor counts them. */
export function toLines(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/)
}

/**
 * How the lines of two texts compare, in order. Where they have little in common: between the lines that
 * both have once, and where there are none, as if all were replaced.
 */
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
  return compareExactly(before, after) ?? compareBetween(before, after)
}

/** `undefined`: it would take too long. */
function compareExactly(before: Lines, after: Lines): readonly ComparedPart[] | undefined {
  const parts = diffArrays([...before], [...after], { maxEditLength: EXACT_EDITS })
  return parts?.map(({ added, removed, count }) => ({
    type: added ? 'added' : removed ? 'removed' : 'same',
    lines: count,
  }))
}

function compareBetween(before: Lines, after: Lines): readonly ComparedPart[] {
  const parts: ComparedPart[] = []
  let [old, now] = [0, 0]
  const compareUpTo = (place: Anchor) => {
    const [gone, come] = [before.slice(old, place.old), after.slice(now, place.now)]
    parts.push(...(compareExactly(gone, come) ?? replacing(gone, come)))
  }
  for (const anchor of listAnchors(before, after)) {
    compareUpTo(anchor)
    parts.push({ type: 'same', lines: 1 })
    ;[old, now] = [anchor.old + 1, anchor.now + 1]
  }
  compareUpTo({ old: before.length, now: after.length })
  return parts
}

function replacing(before: Lines, after: Lines): readonly ComparedPart[] {
  return [
    { type: 'removed', lines: before.length },
    { type: 'added', lines: after.length },
  ]
}
