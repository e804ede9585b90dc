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
/** With less confidence an encoding is no better a guess than the usual one. */
const MIN_CONFIDENCE = { latin: 0.012, other: 0.005 }
/** The usual encoding is preferred where it is detected with almost the same confidence. */
const ALMOST = 0.7
const SAMPLE_BYTES = 16 * 1024
const LOOKED_AT = 256 * 1024
const LINE_FEED = 10

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

interface Candidate {
  readonly encoding: Encoding
  readonly confidence: number
  readonly text: string
}

/** The most likely first. */
function listLikely(sample: Buffer): readonly Encoding[] {
  const isScattered = !/[\x80-\xFF]{2}/.test(sample.toString('latin1'))
  const detectEncodings = isScattered ? [...LATIN] : [...CANDIDATES]
  const found = detectAll(sample, { detectEncodings, minimumThreshold: 0 })
    .flatMap(({ encoding, confidence }) => toCandidate(sample, toEncoding(encoding), confidence))
    .filter(({ text }) => isPlausible(text))
  const encodings = found.map(({ encoding }) => encoding)
  return isWestern(found) ? [WESTERN, ...encodings] : encodings
}

function toCandidate(
  sample: Buffer,
  encoding: Encoding | undefined,
  confidence: number,
): readonly Candidate[] {
  return encoding ? [{ encoding, confidence, text: iconv.decode(sample, encoding) }] : []
}

/** Whether nothing says that a text is in another encoding than the usual one. */
function isWestern(found: readonly Candidate[]): boolean {
  const [best] = found
  if (!best) return true
  const min = LATIN.includes(best.encoding) ? MIN_CONFIDENCE.latin : MIN_CONFIDENCE.other
  if (best.confidence < min) return true
  const western = found.find(({ encoding }) => encoding === WESTERN)
  if (!western) return false
  return western.text === best.text || western.confidence >= best.confidence * ALMOST
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
  // A sign inside a word.
  /\p{L}[\xA1-\xA9\xAB-\xB4\xB6\xB8\xB9\xBB-\xBF\xD7\xF7]\p{L}/u,
  // A capital inside a word.
  /\p{Ll}(?![A-Z])\p{Lu}/u,
]

/** The last character of a sample may be cut off. */
function isPlausible(text: string): boolean {
  const whole = text.slice(0, -4)
  return !IMPLAUSIBLE.some((pattern) => pattern.test(text.length < SAMPLE_BYTES / 4 ? text : whole))
}

/** Every line that tells something, once: what is repeated, and ASCII, only misleads the detector. */
function sampleOf(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte >= 0x80)
  const start = bytes.lastIndexOf(LINE_FEED, first) + 1
  const part = Buffer.from(bytes.subarray(start, start + LOOKED_AT)).toString('latin1')
  const lines = new Set(part.split(/[\r\n]/).filter((line) => /[\x80-\xFF]/.test(line)))
  return Buffer.from([...lines].join('\n').slice(0, SAMPLE_BYTES), 'latin1')
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
