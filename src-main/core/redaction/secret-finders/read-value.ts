import { matchAt } from './secret-values.ts'

/** A value in a text, as offsets without its quotes. */
export interface ReadValue {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly isQuoted: boolean
}

/** Longer values are read up to this length, in characters. */
const MAX_VALUE = 4_000

const QUOTE = /["'`]/
const DOUBLE = /(?:[^"\\\r\n]|\\[^\r\n])*/y
/** YAML, SQL and INI write a quote inside a value as two quotes, and a shell writes it as `'\''`. */
const SINGLE = /(?:[^'\\\r\n]|\\[^\r\n]|'\\''|(?<=[^\s'])''(?=[^\s',;)\]}]))*/y
const BACKTICK = /(?:[^`\\]|\\[\s\S])*/y
const QUOTED: Readonly<Record<string, RegExp>> = { '"': DOUBLE, "'": SINGLE, '`': BACKTICK }

/** Up to the end of a word, of a parameter in an address, or of an element of XML. */
const BARE = /(?:[^\s"'`,;<>()[\]{}|\\&]|&(?![\w.-]+=|amp;|#\d))*/y
/** Ends a sentence or a clause rather than a value. */
const TRAILING = /(?<![.,:!?])[.,:!?]+$/
/** The same behind a value with digits, whose last mark belongs to it more often than not: `Summer2024!`. */
const TRAILING_OF_MIXED = /(?<![.,:])[.,:]+$/

/** Reads the value that begins at an offset: in quotes up to the same quote, else up to the end of the word. */
export function readValue(text: string, start: number): ReadValue | undefined {
  const quote = text.charAt(start)
  if (!QUOTE.test(quote)) return readBareValue(text, start)
  const pattern = QUOTED[quote] ?? DOUBLE
  const value = matchAt(pattern, text.slice(start + 1, start + 1 + MAX_VALUE), 0)
  const end = start + 1 + value.length
  // A quote that isn't closed belongs to the text around, as in `'password': "abc…`.
  if (text.charAt(end) !== quote) return readBareValue(text, start + 1)
  return { start: start + 1, end, text: value, isQuoted: true }
}

/** Reads a value without quotes. */
export function readBareValue(text: string, start: number): ReadValue | undefined {
  const word = matchAt(BARE, text.slice(start, start + MAX_VALUE), 0)
  const value = word.replace(/\d/.test(word) ? TRAILING_OF_MIXED : TRAILING, '')
  if (value === '') return undefined
  return { start, end: start + value.length, text: value, isQuoted: false }
}

const QUOTES: readonly string[] = ['"', "'", '`']
/** Up to a blank, or to what JSON escapes. */
const ARGUMENT = /(?:[^\s\\]|\\(?!["'`\\nrtu])){1,400}/y
const TRAILING_OF_ARGUMENT = /(?<![.,:;])[.,:;]+$/
/** How far back a quote that encloses a command is looked for, in characters. */
const MAX_BEFORE = 600

/**
 * Reads the argument of a command that begins at an offset: in quotes up to the same quote, else up to a
 * blank or a quote that encloses the command. Passwords that people paste hold any other character.
 */
export function readArgument(text: string, start: number): ReadValue | undefined {
  if (QUOTE.test(text.charAt(start))) return readValue(text, start)
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const word = withoutStringEnd(matchAt(ARGUMENT, text, start))
  const ends = QUOTES.filter((quote) => line.includes(quote))
    .map((quote) => word.indexOf(quote))
    .filter((index) => index >= 0)
  const value = word.slice(0, Math.min(word.length, ...ends)).replace(TRAILING_OF_ARGUMENT, '')
  if (value === '') return undefined
  return { start, end: start + value.length, text: value, isQuoted: false }
}

const STRING_END = /["'][ \t]{0,4}(?:[,}\]]|$)/

/** Cuts off what follows the string of JSON that a text is the end of: `x"}` becomes `x`. */
export function withoutStringEnd(text: string): string {
  const end = text.search(STRING_END)
  return end < 0 ? text : text.slice(0, end)
}
