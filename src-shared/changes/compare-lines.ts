import { diffArrays } from 'diff'
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

/** Where a line stands in two texts. */
interface Anchor {
  readonly old: number
  readonly now: number
}

/** Lines that each of two texts has once: the most of them that stand in the same order in both. */
function listAnchors(before: readonly string[], after: readonly string[]): readonly Anchor[] {
  const places = placeOnce(before)
  const common: Anchor[] = []
  for (const [line, now] of placeOnce(after)) {
    const old = places.get(line)
    if (old !== undefined) common.push({ old, now })
  }
  return longestRising(common.toSorted((one, other) => one.now - other.now))
}

function placeOnce(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  for (const [place, line] of lines.entries()) {
    if (places.has(line)) repeated.add(line)
    places.set(line, place)
  }
  for (const line of repeated) places.delete(line)
  return places
}

interface Chain {
  readonly anchor: Anchor
  readonly before: Chain | undefined
}

/** In the order of `now`, so that `old` rises: by patience sorting. */
function longestRising(anchors: readonly Anchor[]): readonly Anchor[] {
  // The nth ends the chain of n that ends earliest in the old text.
  const ends: Chain[] = []
  for (const anchor of anchors) {
    const place = placeIn(ends, anchor.old)
    ends[place] = { anchor, before: ends[place - 1] }
  }
  const rising: Anchor[] = []
  for (let chain = ends.at(-1); chain; chain = chain.before) rising.push(chain.anchor)
  return rising.toReversed()
}

/** Of the first chain that does not end before a line. */
function placeIn(ends: readonly Chain[], old: number): number {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle]?.anchor.old ?? 0) < old) low = middle + 1
    else high = middle
  }
  return low
}

/** The lines of a text, each with its end (`\n`, `\r\n` or `\r`), so that joined they are that text. */
export function splitLines(text: string): readonly string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+/g) ?? []
}

/** A file that is not there has none. */
export function linesOf(text: string | null): readonly string[] {
  return text === null ? [] : splitLines(text)
}

/** Lines that another text has in place of those from `from` up to `to`; an insertion where these are equal. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly lines: readonly string[]
  /** Where those lines begin in the other text. */
  readonly at: number
}

/** What makes one text another, in order; between two of them there is a line at least that both have. */
export function listEdits(before: readonly string[], after: readonly string[]): readonly Edit[] {
  const edits: Edit[] = []
  let [from, at] = [0, 0]
  let [removed, added] = [0, 0]
  const close = () => {
    if (removed + added === 0) return
    edits.push({ from, to: from + removed, at, lines: after.slice(at, at + added) })
    ;[from, at, removed, added] = [from + removed, at + added, 0, 0]
  }
  for (const { type, lines } of compareLines(before, after)) {
    if (lines === 0) continue
    if (type === 'removed') removed += lines
    else if (type === 'added') added += lines
    else {
      close()
      from += lines
      at += lines
    }
  }
  close()
  return edits
}

/** A text with some lines in place of others; the edits are in order and do not overlap. */
export function applyEdits(
  before: readonly string[],
  edits: readonly Omit<Edit, 'at'>[],
): readonly string[] {
  const after: string[] = []
  let place = 0
  for (const { from, to, lines } of edits) {
    for (; place < from; place += 1) after.push(before[place] ?? '')
    for (const line of lines) after.push(line)
    place = to
  }
  for (; place < before.length; place += 1) after.push(before[place] ?? '')
  return after
}
