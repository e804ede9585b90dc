import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { AppError } from '#shared/lib/app-error.ts'

/** Encodings that files keep when they are written. iconv-lite knows each by this name. */
export const ENCODINGS = [
  'UTF-8',
  'UTF-16 LE',
  'UTF-16 BE',
  'UTF-32 LE',
  'UTF-32 BE',
  'Windows-1250',
  'Windows-1251',
  'Windows-1252',
  'Windows-1253',
  'Windows-1254',
  'Windows-1255',
  'Windows-1256',
  'Windows-1257',
  'Windows-874',
  'ISO-8859-1',
  'ISO-8859-2',
  'ISO-8859-5',
  'KOI8-R',
  'Shift_JIS',
  'EUC-JP',
  'EUC-KR',
  'GB18030',
  'Big5',
] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Byte order marks, the longest first: that of UTF-32 LE begins with that of UTF-16 LE. */
const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['UTF-32 LE', [0xff, 0xfe, 0, 0]],
  ['UTF-32 BE', [0, 0, 0xfe, 0xff]],
  ['UTF-8', [0xef, 0xbb, 0xbf]],
  ['UTF-16 LE', [0xff, 0xfe]],
  ['UTF-16 BE', [0xfe, 0xff]],
]

/** A text as its file has it, with its byte order mark and its line ends. */
export interface RawText {
  readonly raw: string
  readonly encoding: Encoding
  /** The lines with U+FFFD of a UTF-8 file with bytes that are not UTF-8, in order. */
  readonly damaged?: readonly DamagedLine[]
}

/** A line without its end. */
export interface DamagedLine {
  /** U+FFFD stands for bytes that are not UTF-8, or for itself. */
  readonly text: string
  readonly bytes: Uint8Array
}

/** Finds an encoding by a name of any spelling: `utf-16le`, `latin1`, `shift-jis`. */
export function findEncoding(name: string): Encoding | undefined {
  const plain = toPlainName(name)
  const asked = ALIASES[plain] ?? plain
  return ENCODINGS.find((encoding) => toPlainName(encoding) === asked)
}

const ALIASES: Readonly<Record<string, string>> = {
  ascii: 'utf8',
  cp1250: 'windows1250',
  cp1251: 'windows1251',
  cp1252: 'windows1252',
  cp932: 'shiftjis',
  cp936: 'gb18030',
  cp949: 'euckr',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  latin1: 'iso88591',
  latin2: 'iso88592',
  sjis: 'shiftjis',
  utf16: 'utf16le',
  utf32: 'utf32le',
}

function toPlainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^0-9a-z]/g, '')
}

/** Returns `undefined` unless the text encodes to exactly these bytes again. */
export function decodeExactly(bytes: Uint8Array, encoding: Encoding): string | undefined {
  const buffer = toBuffer(bytes)
  if (encoding === 'UTF-8') return isUtf8(buffer) ? buffer.toString('utf8') : undefined
  const text = iconv.decode(buffer, encoding, { stripBOM: false })
  if (text.includes('\uFFFD') || !text.isWellFormed()) return undefined
  return iconv.encode(text, encoding).equals(buffer) ? text : undefined
}

/** Decodes Unicode, with or without a byte order mark; `binary`: it can't be text in any encoding. */
export function decodeUnicode(bytes: Uint8Array): RawText | 'binary' | undefined {
  const marked = marksOf(bytes)
  for (const [encoding] of marked) {
    const raw = decodeExactly(bytes, encoding)
    if (raw !== undefined && !raw.includes('\0')) return { raw, encoding }
  }
  if (marked.length > 0) return 'binary'
  const hasNul = bytes.includes(0)
  const raw = hasNul ? undefined : decodeExactly(bytes, 'UTF-8')
  if (raw !== undefined) return { raw, encoding: 'UTF-8' }
  return hasNul ? (decodeUnmarked(bytes) ?? 'binary') : undefined
}

/** Whether bytes begin with a byte order mark. */
export function hasMark(bytes: Uint8Array): boolean {
  return marksOf(bytes).length > 0
}

function marksOf(bytes: Uint8Array) {
  return MARKS.filter(([, mark]) => mark.every((byte, index) => bytes[index] === byte))
}

/** Fewer characters beyond ASCII could be valid by chance. */
const MIN_VALID = 3
const MAX_DAMAGED = 0.1

/** Decodes UTF-8 in which a few bytes are not valid, as where a log was cut inside a character. */
export function decodeDamaged(bytes: Uint8Array): RawText | undefined {
  const raw = toBuffer(bytes).toString('utf8')
  // What was cut off at either end says nothing about the rest.
  const whole = raw.replace(/^\uFFFD{1,3}/, '').replace(/\uFFFD$/, '')
  const damaged = whole.match(/\uFFFD/g)?.length ?? 0
  const valid = whole.match(/[^\0-\x7F\uFFFD]/gu)?.length ?? 0
  if (valid < MIN_VALID || damaged > Math.max(1, valid * MAX_DAMAGED)) return undefined
  return { raw, encoding: 'UTF-8', damaged: listDamaged(bytes) }
}

const REPLACEMENT = Buffer.from('\uFFFD')

function listDamaged(bytes: Uint8Array): readonly DamagedLine[] {
  const damaged: DamagedLine[] = []
  let start = 0
  for (let end = 0; end <= bytes.length; end += 1) {
    if (end < bytes.length && !isLineEnd(bytes[end])) continue
    const line = toBuffer(bytes.subarray(start, end))
    const isIntact = isUtf8(line) && !line.includes(REPLACEMENT)
    // A copy: the bytes of the whole file aren't kept for those of a line.
    if (!isIntact) damaged.push({ text: line.toString('utf8'), bytes: new Uint8Array(line) })
    start = end + 1
  }
  return damaged
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === 10 || byte === 13
}

/** UTF-16 without a mark: text has NULs in it only as halves of ASCII characters. */
function decodeUnmarked(bytes: Uint8Array): RawText | undefined {
  for (const encoding of ['UTF-16 LE', 'UTF-16 BE'] as const) {
    const raw = decodeExactly(bytes, encoding)
    if (raw !== undefined && isLikelyText(raw) && isWide(raw, bytes)) return { raw, encoding }
  }
  return undefined
}

/** Fewer characters could be anything. */
const MIN_UNMARKED = 3
const UNLIKELY = /[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\t\n\v\f\r]|[\uE000-\uF8FF]/u
/** Scripts that are seldom written, but that pairs of small bytes often stand for. */
const SELDOM = /[\u0250-\u036F\u0530-\u058F\u0700-\u0DFF\u1000-\u10FF\u1200-\u1DFF\uA000-\uABFF]/gu

function isLikelyText(text: string): boolean {
  if (UNLIKELY.test(text)) return false
  const ascii = text.match(/[\n\r\t -~]/g)?.length ?? 0
  const seldom = text.match(SELDOM)?.length ?? 0
  return text.length >= MIN_UNMARKED && ascii > 0 && ascii > seldom * 2
}

/** A pair of bytes in UTF-16 that is ASCII, for text in scripts that are mostly not. */
const BREAKS = /[\n\r ]/
const MOSTLY = 0.9

/** Whether NULs are halves of characters and don't stand between entries, as in lists of names. */
function isWide(text: string, bytes: Uint8Array): boolean {
  const ascii = text.match(/[\n\r\t -~]/g)?.length ?? 0
  if (ascii >= text.length * MOSTLY) return true
  return countNulBelow(text) <= ascii && BREAKS.test(text) && !isNarrow(bytes)
}

/** Counts characters whose lower byte is NUL. */
function countNulBelow(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xff) === 0) count += 1
  return count
}

/** Whether bytes would be text in UTF-8 without their NULs. */
function isNarrow(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && bytes.every((byte) => byte >= 32 || byte === 0 || isBreak(byte))
}

/** A tab or the end of a line. */
function isBreak(byte: number): boolean {
  return byte === 9 || byte === 10 || byte === 13
}

/** Encodes a text. Throws `invalid-input` with the first character that the encoding can't hold. */
export function encodeText(text: string, encoding: Encoding): Uint8Array {
  refuseLoneSurrogates(text)
  if (encoding === 'UTF-8') return Buffer.from(text)
  const bytes = iconv.encode(text, encoding)
  const written = iconv.decode(bytes, encoding, { stripBOM: false })
  if (written === text) return bytes
  throw new UnencodableError(text, written, encoding)
}

/** A text holds a character that isn't in the encoding of its file. */
export class UnencodableError extends Error {
  readonly encoding: Encoding
  readonly character: string
  /** Counted from 1. */
  readonly line: number

  /** `written`: how the text reads once it has been encoded. */
  constructor(text: string, written: string, encoding: Encoding) {
    super(`The text can't be written in ${encoding}.`)
    this.encoding = encoding
    const at = findDifference(text, written)
    this.character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    this.line = text.slice(0, at).split(/\r\n|\r|\n/).length
  }
}

/** Where the first character stands that two texts don't share. */
function findDifference(text: string, other: string): number {
  let at = 0
  while (at < text.length - 1 && text[at] === other[at]) at += 1
  // Never the second half of a character.
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at
}

/** Half of a character has no bytes in any encoding. */
function refuseLoneSurrogates(text: string): void {
  if (text.isWellFormed()) return
  const [before = ''] = text.split(/\p{Surrogate}/u)
  const line = before.split(/\r\n|\r|\n/).length
  const half = text.charCodeAt(before.length).toString(16).toUpperCase()
  throw new AppError(
    'invalid-input',
    `The text holds half of a character, U+${half} on line ${line}, which can't be written. Give the whole character.`,
  )
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
