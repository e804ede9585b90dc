import iconv from 'iconv-lite'
import { detectAll } from 'jschardet'
import { decodeExactly, type Encoding, findEncoding, type RawText } from './text-encoding.ts'

const WESTERN = 'Windows-1252'
const LATIN: readonly Encoding[] = [
  WESTERN,
  'Windows-1250',
  'Windows-1254',
  'Windows-1257',
  'ISO-8859-2',
]
const CANDIDATES: readonly string[] = [
  ...LATIN,
  'windows-1251',
  'windows-1253',
  'windows-1255',
  'windows-1256',
  'cp874',
  'iso-8859-5',
  'koi8-r',
  'shift_jis',
  'cp932',
  'euc-jp',
  'euc-kr',
  'cp949',
  'gb18030',
  'big5hkscs',
]
/** The detector's names of encodings that are supersets of ours. */
const NAMES: Readonly<Record<string, Encoding>> = {
  cp874: 'Windows-874',
  cp932: 'Shift_JIS',
  cp949: 'EUC-KR',
}
/** What is detected with less confidence is a guess no better than the usual encoding. */
const MIN_CONFIDENCE = 0.005
/** Encodings detected with about the same confidence: the usual one is preferred. */
const EQUAL = 0.95
const SAMPLE_BYTES = 16 * 1024

/** Decodes bytes that are not Unicode by the most likely encoding; `undefined`: they aren't text. */
export function decodeLegacy(bytes: Uint8Array): RawText | undefined {
  const encoding = detectEncoding(bytes)
  const raw = encoding && decodeExactly(bytes, encoding)
  return encoding && raw !== undefined ? { raw, encoding } : undefined
}

function detectEncoding(bytes: Uint8Array): Encoding | undefined {
  if (isBinary(bytes)) return undefined
  const sample = sampleOf(bytes)
  const candidates: readonly Encoding[] = [...listLikely(sample), WESTERN]
  // ISO-8859-1 has a character for every byte.
  return candidates.find((one) => decodeExactly(bytes, one) !== undefined) ?? 'ISO-8859-1'
}

/** The most likely first. */
function listLikely(sample: Buffer): readonly Encoding[] {
  const isScattered = !/[\x80-\xFF]{2}/.test(sample.toString('latin1'))
  const detectEncodings = isScattered ? [...LATIN] : [...CANDIDATES]
  const found = detectAll(sample, { detectEncodings, minimumThreshold: 0 })
    .map(({ encoding, confidence }) => ({ encoding: toEncoding(encoding), confidence }))
    .filter(({ encoding }) => encoding && isPlausible(iconv.decode(sample, encoding)))
  const best = found[0]?.confidence ?? 0
  const western = found.find(({ encoding }) => encoding === WESTERN)
  const isWestern = best < MIN_CONFIDENCE || (western && western.confidence >= best * EQUAL)
  const ordered = found.map(({ encoding }) => encoding).filter((one) => one !== undefined)
  return isWestern ? [WESTERN, ...ordered] : ordered
}

function toEncoding(name: string | null): Encoding | undefined {
  return name === null ? undefined : (NAMES[name.toLowerCase()] ?? findEncoding(name))
}

/** What a text in another encoding looks like: controls, and words that no language has. */
const IMPLAUSIBLE = [
  /[\x80-\x9F\uE000-\uF8FF\uFFFD]/u,
  /\p{L}[\u2500-\u25FF]|[\u2500-\u25FF]\p{L}/u,
  // Letters of two alphabets in a word.
  /[a-z][\u0370-\u1FFF]|[\u0370-\u1FFF][a-z]/iu,
  // A capital inside a word.
  /\p{Ll}(?![A-Z])\p{Lu}/u,
]

function isPlausible(text: string): boolean {
  return !IMPLAUSIBLE.some((pattern) => pattern.test(text))
}

/** Every line that tells something, once: what is repeated, and ASCII, only misleads the detector. */
function sampleOf(bytes: Uint8Array): Buffer {
  const lines = new Set<string>()
  let length = 0
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  for (const [line] of text.matchAll(/[^\r\n]*[\x80-\xFF][^\r\n]*/g)) {
    if (lines.has(line)) continue
    lines.add(line)
    length += line.length
    if (length > SAMPLE_BYTES) break
  }
  return Buffer.from([...lines].join('\n'), 'latin1').subarray(0, SAMPLE_BYTES * 4)
}

/** How files of other kinds begin, byte by byte: PDF, JPEG, gzip, ZIP and PNG. */
const MAGIC = ['%PDF-', '\xFF\xD8\xFF', '\x1F\x8B', 'PK\x03\x04', '\x89PNG']

function isBinary(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return true
  const beginning = Buffer.from(bytes.subarray(0, 8)).toString('latin1')
  if (MAGIC.some((magic) => beginning.startsWith(magic))) return true
  let controls = 0
  for (const byte of bytes) if (byte < 32 && !TEXT_CONTROLS.has(byte)) controls += 1
  return controls * 100 > bytes.length
}

/** Backspace to carriage return, escape, and the end of file of DOS. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([8, 9, 10, 11, 12, 13, 26, 27])
