import { secretKinds } from './secret-kinds.ts'
import type { SecretMatch } from './secret-match.ts'
import { blankColours, type Reading, takeLayer } from './take-layer.ts'

/** A stretch of a text that is not shown. */
export interface Range {
  readonly start: number
  readonly end: number
  /** Where what it was recognised by begins. */
  readonly matchStart: number
  readonly type: 'secret' | 'path' | 'name'
  /** Of a secret: its kind. */
  readonly kind: string
  /** What stands in its place. */
  readonly mark: string
  /** What was there, to tell how many different ones there are. */
  readonly value: string
}

/** A word that only this machine knows, and what stands for it. */
export interface Private {
  readonly type: 'path' | 'name'
  readonly pattern: RegExp
  readonly mark: string
}

/** How many times over a text may be written inside another as JSON. */
const LAYERS = 3

/** What is not to be shown of a text, in order and apart; however often it was escaped as JSON. */
export function findRanges(text: string, known: readonly Private[]): readonly Range[] {
  const ranges: Range[] = []
  let reading: Reading | undefined = { text, from: new Uint32Array() }
  let toSource = (index: number) => index
  for (let layer = 0; layer <= LAYERS && reading; layer += 1) {
    collect(blankColours(reading.text), known, toSource, ranges)
    const inner = takeLayer(reading.text)
    const outer = toSource
    toSource = (index) => outer(inner?.from[index] ?? index)
    reading = inner
  }
  return toApart(ranges)
}

function collect(
  text: string,
  known: readonly Private[],
  toSource: (index: number) => number,
  into: Range[],
): void {
  const add = (
    { start, end, matchStart }: SecretMatch,
    what: Pick<Range, 'type' | 'kind' | 'mark'>,
  ) => {
    const place = { start: toSource(start), end: toSource(end), matchStart: toSource(matchStart) }
    into.push({ ...place, value: text.slice(start, end), ...what })
  }
  for (const { name, find } of secretKinds) {
    const what = { type: 'secret', kind: name, mark: `[${name} removed]` } as const
    for (const found of find(text)) add(found, what)
  }
  for (const { type, pattern, mark } of known) {
    for (const { 0: word, index } of text.matchAll(pattern)) {
      const place = { start: index, end: index + word.length, matchStart: index }
      add(place, { type, kind: type, mark })
    }
  }
}

/** Where two meet, the one that begins first stands for both; a secret does not hide in a path. */
function toApart(ranges: readonly Range[]): readonly Range[] {
  const apart: Range[] = []
  const isSecret = ({ type }: Range) => (type === 'secret' ? 0 : 1)
  const sorted = ranges.toSorted(
    (a, b) => a.start - b.start || isSecret(a) - isSecret(b) || b.end - a.end,
  )
  for (const range of sorted) {
    const last = apart.at(-1)
    if (!last || range.start >= last.end) apart.push(range)
    else if (range.end > last.end) apart[apart.length - 1] = join(last, range)
  }
  return apart
}

function join(first: Range, second: Range): Range {
  const shown = first.type === 'secret' || second.type !== 'secret' ? first : second
  return { ...shown, start: first.start, end: second.end }
}

/** The text with what stands in the place of each range. */
export function replaceRanges(
  text: string,
  ranges: readonly Pick<Range, 'start' | 'end' | 'mark'>[],
): string {
  let out = ''
  let last = 0
  for (const { start, end, mark } of ranges) {
    out += text.slice(last, start) + mark
    last = end
  }
  return out + text.slice(last)
}
