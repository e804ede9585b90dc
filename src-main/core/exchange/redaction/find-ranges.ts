import { secretKinds } from './secret-kinds.ts'
import type { SecretMatch } from './secret-match.ts'
import { stripLinePrefixes } from './strip-line-prefixes.ts'
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
  collect(blankColours(text), known, (index) => index, ranges)
  let toSource = (index: number) => index
  let reading = takeLayer(text)
  for (let layer = 1; layer <= LAYERS && reading; layer += 1) {
    const { from } = reading
    const outer = toSource
    toSource = (index) => outer(from[index] ?? index)
    collectChanged(reading, { known, toSource, into: ranges })
    reading = takeLayer(reading.text)
  }
  return toApart(ranges)
}

/** How far around a change something new may be found, in characters; whole words are looked at. */
const AROUND = 400
const LONGEST_WORD = 5_000

/** Looks only at what differs from the text around: the rest was looked at before. */
function collectChanged(
  { text, changes }: Reading,
  {
    known,
    toSource,
    into,
  }: {
    readonly known: readonly Private[]
    readonly toSource: (index: number) => number
    readonly into: Range[]
  },
): void {
  const readable = blankColours(text)
  const look = (start: number, end: number) =>
    collect(readable.slice(start, end), known, (index) => toSource(index + start), into)
  let start = -1
  let end = -1
  for (const change of changes) {
    if (change < end - AROUND) continue
    const next = findWordEnd(readable, change + AROUND)
    const from = findLineStart(readable, change - AROUND)
    if (start >= 0 && from > end) {
      look(start, end)
      start = from
    } else if (start < 0) start = from
    end = next
  }
  if (start >= 0) look(start, end)
}

const BLANK = /\s/

function findWordEnd(text: string, offset: number): number {
  if (offset >= text.length) return text.length
  const inReach = text.slice(offset, offset + LONGEST_WORD)
  const length = inReach.search(BLANK)
  return offset + (length < 0 ? inReach.length : length)
}

function findLineStart(text: string, offset: number): number {
  const lowest = Math.max(0, offset - LONGEST_WORD)
  return lowest + text.slice(lowest, Math.max(0, offset)).lastIndexOf('\n') + 1
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
    const what = toSecret(name)
    for (const found of find(text)) add(found, what)
  }
  for (const lines of stripLinePrefixes(text)) {
    const { from } = lines
    const inText = (index: number) => from[index] ?? index
    for (const { name, find, readsLines } of secretKinds) {
      if (!readsLines) continue
      for (const { start, end, matchStart } of find(lines.text)) {
        const found = { start: inText(start), end: inText(end), matchStart: inText(matchStart) }
        add(found, toSecret(name))
      }
    }
  }
  for (const { type, pattern, mark } of known) {
    for (const { 0: word, index } of text.matchAll(pattern)) {
      const place = { start: index, end: index + word.length, matchStart: index }
      add(place, { type, kind: type, mark })
    }
  }
}

function toSecret(kind: string): Pick<Range, 'type' | 'kind' | 'mark'> {
  return { type: 'secret', kind, mark: `[${kind} removed]` }
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
