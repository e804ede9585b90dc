import { matchAt } from './secret-match.ts'

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
const SINGLE = /(?:[^'\\\r\n]|\\[^\r\n])*/y
const BACKTICK = /(?:[^`\\]|\\[\s\S])*/y
const QUOTED: Readonly<Record<string, RegExp>> = { '"': DOUBLE, "'": SINGLE, '`': BACKTICK }

/** Up to the end of a word, of a parameter in an address, or of an element of XML. */
const BARE = /(?:[^\s"'`,;<>()[\]{}|\\&]|&(?![\w.-]+=|amp;|#\d))*/y
/** Ends a sentence or a clause rather than a value. */
const TRAILING = /(?<![.,:!?])[.,:!?]+$/

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
  const value = matchAt(BARE, text.slice(start, start + MAX_VALUE), 0).replace(TRAILING, '')
  if (value === '') return undefined
  return { start, end: start + value.length, text: value, isQuoted: false }
}
