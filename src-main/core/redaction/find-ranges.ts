import { secretKinds } from './secret-finders/secret-kinds.ts'
import type { SecretMatch } from './secret-finders/secret-values.ts'

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

/** A text as something that reads it may see it, and where each of its characters comes from. */
interface Reading {
  readonly text: string
  /** By character: where it begins in what was read; one more, for the end. */
  readonly from: Uint32Array
  /** Where it differs from what was read, as offsets in order. */
  readonly changes: readonly number[]
}

const ESC = '\u001b'
const COLOUR = new RegExp(`${ESC}\\[[0-9;?]*[A-Za-z]`, 'g')
/** An escape of JSON, or what tells a terminal to change its colours. */
const ESCAPE = new RegExp(`\\\\(?:u([0-9a-fA-F]{4})|(.))|${ESC}\\[[0-9;?]*[A-Za-z]`, 'gs')

/** A colour stands between words, most often; each of its characters becomes a blank. */
function blankColours(text: string): string {
  return text.includes(ESC) ? text.replace(COLOUR, (found) => ' '.repeat(found.length)) : text
}

const named: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** Takes one layer of JSON’s escapes away, and colours; `undefined` where there are none. */
function takeLayer(text: string): Reading | undefined {
  if (!text.includes('\\') && !text.includes(ESC)) return undefined
  const pieces: string[] = []
  const changes: number[] = []
  const from = new Uint32Array(text.length + 1)
  let length = 0
  const add = (piece: string, start: number, isWhole: boolean) => {
    for (let index = 0; index < piece.length; index += 1) {
      from[length] = isWhole ? start : start + index
      length += 1
    }
    pieces.push(piece)
  }
  let last = 0
  for (const found of text.matchAll(ESCAPE)) {
    add(text.slice(last, found.index), last, false)
    changes.push(length)
    add(meaningOf(found), found.index, true)
    last = found.index + found[0].length
  }
  add(text.slice(last), last, false)
  from[length] = text.length
  return { text: pieces.join(''), from: from.subarray(0, length + 1), changes }
}

function meaningOf([, unicode, letter]: RegExpMatchArray): string {
  if (unicode) return String.fromCharCode(Number.parseInt(unicode, 16))
  return letter === undefined ? '' : (named[letter] ?? letter)
}

/** Consecutive lines of a text without the prefixes that a program wrote in front of them. */
interface StrippedLines {
  readonly text: string
  /** By character: its offset in the source; one more, for the end. */
  readonly from: Uint32Array
}

interface Prefix {
  readonly first: RegExp
  /** In the lines that follow one that begins with `first`. */
  readonly next: RegExp
}

const toPrefix = (pattern: RegExp): Prefix => ({ first: pattern, next: pattern })

/** Prefixes that programs add to each line, such as line numbers and the `+` of a diff. */
const PREFIXES: readonly Prefix[] = [
  // cat -n, editors, and grep -n for one file.
  toPrefix(/[ \t]{0,8}\d{1,7}(?:\t|→| {0,2}[|│] ?|[:-](?!\d))/y),
  // grep -n for several files, and grep without line numbers.
  toPrefix(/(?:[A-Za-z]:)?[\w.@~+/\\-]{1,200}[:-]\d{1,7}[:-](?!\d)/y),
  toPrefix(/(?:[A-Za-z]:)?[\w.@~+/\\-]{0,200}\.\w{1,8}:(?![:/])/y),
  // Quotes in mail and Markdown.
  toPrefix(/(?:> ?){1,4}/y),
  // Logs of several containers.
  toPrefix(/[\w.-]{1,40} {1,20}\| /y),
  // Diffs.
  { first: /[+-]|@@ /y, next: /[-+ @\\]/y },
]

/** Strips the prefixes of lines, by runs of lines whose prefixes are of one kind. */
function* stripLinePrefixes(text: string): Generator<StrippedLines> {
  for (const prefix of PREFIXES) yield* stripPrefix(text, prefix)
}

function* stripPrefix(text: string, { first, next }: Prefix): Generator<StrippedLines> {
  let lines: { readonly start: number; readonly end: number }[] = []
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline + 1
    const length = matchLength(lines.length === 0 ? first : next, text, start)
    if (length > 0) lines.push({ start: start + length, end })
    else if (lines.length > 0) {
      yield joinLines(text, lines)
      lines = []
    }
    start = end
  }
  if (lines.length > 0) yield joinLines(text, lines)
}

function matchLength(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset
  return pattern.test(text) ? pattern.lastIndex - offset : 0
}

function joinLines(
  text: string,
  lines: readonly { readonly start: number; readonly end: number }[],
): StrippedLines {
  const length = lines.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0)
  const from = new Uint32Array(length + 1)
  let at = 0
  for (const { start, end } of lines) {
    for (let index = start; index < end; index += 1) {
      from[at] = index
      at += 1
    }
  }
  from[at] = lines.at(-1)?.end ?? 0
  return { text: lines.map(({ start, end }) => text.slice(start, end)).join(''), from }
}
