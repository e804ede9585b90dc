import { listEdits } from './compare-lines.ts'

interface Line {
  readonly text: string
  /** `''` for the last line, where none follows. */
  readonly end: string
}

/** Makes every line end `\n`: `\r\n`, and a `\r` by itself. */
export function normalizeLineEnds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
}

/** Names the line ends of a text: `undefined` where it has none. */
export function nameLineEnds(text: string): 'LF' | 'CRLF' | 'CR' | 'mixed' | undefined {
  const ends = new Set(text.match(/\r\n|\r|\n/g))
  if (ends.size > 1) return 'mixed'
  const [end] = ends
  return end === undefined ? undefined : NAMES[end]
}

const NAMES: Readonly<Record<string, 'LF' | 'CRLF' | 'CR'>> = {
  '\n': 'LF',
  '\r\n': 'CRLF',
  '\r': 'CR',
}

/** Splits a text into its lines. */
export function splitLines(text: string): readonly Line[] {
  const parts = text.split(/(\r\n|\r|\n)/)
  return Array.from({ length: (parts.length + 1) / 2 }, (_, index) => ({
    text: parts[index * 2] ?? '',
    end: parts[index * 2 + 1] ?? '',
  }))
}

/**
 * Gives the lines of a text, which end in `\n`, the line ends that they had in `before`. A new line gets
 * that of the line above it; where very many lines changed, all of them get the end that most had.
 */
export function restoreLineEnds(text: string, before: string): string {
  if (!before.includes('\r')) return text
  const first = /\r\n|\r|\n/.exec(before)?.[0] ?? '\n'
  const isMixed = /[\r\n]/.test(before.replaceAll(first, ''))
  return isMixed ? restoreMixed(text, before, first) : text.replaceAll('\n', first)
}

/** Where a line begins in a text, and in what it was before. */
interface Place {
  readonly text: number
  readonly before: number
}

/** Only what is between the first and the last changed line is split into lines. */
function restoreMixed(text: string, before: string, first: string): string {
  const head = findHead(text, before)
  const tail = findTail(text, before, head)
  const lines = text.slice(head.text, tail.text)
  const old = before.slice(head.before, tail.before)
  const above = before.slice(0, head.before)
  const last = /(?:\r\n|\r|\n)$/.exec(above.slice(-2))?.[0]
  const isLarge = Math.max(lines.length, old.length) > MAX_COMPARED
  const changed = isLarge
    ? lines.replaceAll('\n', findCommonEnd(old))
    : restoreByLine(lines, old, { last, first })
  return joinApart(joinApart(above, changed), before.slice(tail.before))
}

/** More characters are not compared: that would hold the host or the window. */
const MAX_COMPARED = 64 * 1024
const LF = 10
const CR = 13

function isEnd(code: number): boolean {
  return code === CR || code === LF
}

/** The place after the lines that both texts begin with. */
function findHead(text: string, before: string): Place {
  let place: Place = { text: 0, before: 0 }
  let [at, old] = [0, 0]
  while (at < text.length && old < before.length) {
    const code = before.charCodeAt(old)
    if (text.charCodeAt(at) !== (code === CR ? LF : code)) break
    at += 1
    old += code === CR && before.charCodeAt(old + 1) === LF ? 2 : 1
    if (isEnd(code)) place = { text: at, before: old }
  }
  return place
}

/** The place before the lines that both texts end with, after `head`. */
function findTail(text: string, before: string, head: Place): Place {
  let place: Place = { text: text.length, before: before.length }
  let [at, old] = [text.length, before.length]
  while (at > head.text && old > head.before) {
    const code = before.charCodeAt(old - 1)
    if (text.charCodeAt(at - 1) !== (code === CR ? LF : code)) break
    if (isEnd(code)) place = { text: at, before: old }
    at -= 1
    old -= before.endsWith('\r\n', old) ? 2 : 1
  }
  const isLine = at === head.text || text.charCodeAt(at - 1) === LF
  const wasLine = old === head.before || isEnd(before.charCodeAt(old - 1))
  return isLine && wasLine ? { text: at, before: old } : place
}

/** The end that most lines have. */
function findCommonEnd(text: string): string {
  const count = (end: string) => text.split(end).length - 1
  const pairs = count('\r\n')
  const [feeds, returns] = [count('\n') - pairs, count('\r') - pairs]
  if (pairs >= Math.max(feeds, returns)) return '\r\n'
  return feeds >= returns ? '\n' : '\r'
}

/** Joins texts at a line's beginning: an empty line after a `\r` must not make that a `\r\n`. */
function joinApart(above: string, below: string): string {
  if (!above.endsWith('\r')) return above + below
  return above + below.replace(/^\n+/, (ends) => '\r'.repeat(ends.length))
}

interface Ends {
  /** Of the line above, if there is one. */
  readonly last: string | undefined
  /** Of the first line in the file. */
  readonly first: string
}

function restoreByLine(text: string, before: string, { last, first }: Ends): string {
  const lines = text.split('\n')
  const ends = toEnds(splitLines(before), lines)
  return joinLines(lines, ends, last ?? ends.find(Boolean) ?? first)
}

/** The end of each new line; `''` where there is none to take over. */
function toEnds(old: readonly Line[], lines: readonly string[]): readonly string[] {
  const before = old.map(({ end }) => end)
  const ends: string[] = []
  let at = 0
  for (const edit of listEdits(
    old.map(({ text }) => text),
    lines,
  )) {
    for (const end of before.slice(at, edit.from)) ends.push(end)
    const replaced = before.slice(edit.from, edit.to)
    for (const end of replaceEnds(replaced, edit.lines.length)) ends.push(end)
    at = edit.to
  }
  return [...ends, ...before.slice(at)]
}

/** Line by line; the last new line ends as the last old one did. */
function replaceEnds(removed: readonly string[], added: number): readonly string[] {
  return Array.from({ length: added }, (_, index) => {
    const isLast = index === added - 1 || index >= removed.length
    return (isLast ? removed.at(-1) : removed[index]) ?? ''
  })
}

function joinLines(lines: readonly string[], ends: readonly string[], first: string): string {
  let text = ''
  let last = first
  let above = ''
  for (const [index, line] of lines.entries()) {
    last = ends[index] || last
    // An empty line after a `\r` must not make that a `\r\n`.
    if (line === '' && last === '\n' && above === '\r') last = '\r'
    above = last
    text += index === lines.length - 1 ? line : line + last
  }
  return text
}
