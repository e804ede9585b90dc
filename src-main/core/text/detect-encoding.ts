import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { WorkerCalls } from '../runtime/worker-entry.ts'
import type { EncodingScore } from './encoding-scores.ts'
import {
  decodeDamaged,
  decodeExactly,
  decodeUnicode,
  type Encoding,
  findEncoding,
  hasMark,
  type RawText,
} from './text-encoding.ts'

const WESTERN = 'Windows-1252'
const LATIN: readonly Encoding[] = [
  WESTERN,
  'Windows-1250',
  'Windows-1254',
  'Windows-1257',
  'ISO-8859-2',
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

/** The thread goes on for so long after its last use: files are often read one after the other. */
const IDLE_MS = 5000

/** Larger texts in other encodings than UTF-8 would block this thread for too long. */
const MAX_SYNC_BYTES = 64 * 1024

/**
 * Decodes the bytes of a file by the most likely encoding; `undefined`: they aren't text. Another thread
 * decodes large files and encodings other than Unicode.
 */
export async function decodeText(bytes: Uint8Array): Promise<RawText | undefined> {
  if (bytes.length <= MAX_SYNC_BYTES || isPlain(bytes)) {
    const unicode = decodeUnicode(bytes)
    if (unicode) return unicode === 'binary' ? undefined : unicode
  }
  if (hasMagic(bytes)) return undefined
  using detector = holdDetector()
  return await detector.decode(bytes)
}

function isPlain(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && !bytes.includes(0)
}

/** Decodes on the current thread, with encodings scored by `score`: for workers. */
export function decodeTextSync(
  bytes: Uint8Array,
  score: (sample: Uint8Array) => readonly EncodingScore[],
): RawText | undefined {
  const unicode = decodeUnicode(bytes)
  if (unicode) return unicode === 'binary' ? undefined : unicode
  if (isBinary(bytes)) return undefined
  return decodeDamaged(bytes) ?? decodeScored(bytes, score(sampleOf(bytes)))
}

interface Detector extends Disposable {
  decode(bytes: Uint8Array): Promise<RawText | undefined>
}

let shared:
  | {
      readonly calls: WorkerCalls<Uint8Array, RawText | undefined>
      holders: number
      idle?: NodeJS.Timeout
    }
  | undefined

/** Starts the detector's thread, unless it runs already. It ends some time after nobody holds it any more. */
export function holdDetector(): Detector {
  shared ??= {
    calls: new WorkerCalls({ from: import.meta.url, name: 'detect-encoding' }),
    holders: 0,
  }
  const held = shared
  clearTimeout(held.idle)
  held.holders += 1
  return {
    decode: (bytes) => {
      // A copy, and only of these bytes: they may lie in a larger buffer, and the caller keeps them.
      const copy = new Uint8Array(bytes)
      return held.calls.call(copy, undefined, [copy.buffer])
    },
    [Symbol.dispose]: () => {
      held.holders -= 1
      if (held.holders === 0) held.idle = setTimeout(() => void endDetector(), IDLE_MS).unref()
    },
  }
}

/** An idle thread, like the timer, keeps no process alive. */
async function endDetector(): Promise<void> {
  const ended = shared
  shared = undefined
  await ended?.calls[Symbol.asyncDispose]()
}

function decodeScored(bytes: Uint8Array, scores: readonly EncodingScore[]): RawText | undefined {
  const candidates: readonly Encoding[] = [...listLikely(sampleOf(bytes), scores), WESTERN]
  // ISO-8859-1 has a character for every byte.
  const encoding = candidates.find((one) => decodeExactly(bytes, one) !== undefined) ?? 'ISO-8859-1'
  const raw = decodeExactly(bytes, encoding)
  return raw === undefined ? undefined : { raw, encoding }
}

interface Candidate {
  readonly encoding: Encoding
  readonly confidence: number
  readonly text: string
}

/** The most likely first. */
function listLikely(sample: Buffer, scores: readonly EncodingScore[]): readonly Encoding[] {
  const found = scores
    .flatMap(({ name, confidence }) => toCandidate(sample, toEncoding(name), confidence))
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

function toEncoding(name: string): Encoding | undefined {
  return NAMES[name.toLowerCase()] ?? findEncoding(name)
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

function hasMagic(bytes: Uint8Array): boolean {
  const beginning = Buffer.from(bytes.subarray(0, 8)).toString('latin1')
  return MAGIC.some((magic) => beginning.startsWith(magic))
}

/** Whether a file that begins so is certainly no text. */
export function isBinaryBeginning(bytes: Uint8Array): boolean {
  if (hasMagic(bytes)) return true
  if (!bytes.includes(0) || hasMark(bytes)) return false
  // A character of UTF-16 may be cut off.
  const whole = bytes.length - (bytes.length % 2)
  return [whole, whole - 2].every((end) => decodeUnicode(bytes.subarray(0, end)) === 'binary')
}

function isBinary(bytes: Uint8Array): boolean {
  if (bytes.includes(0) || hasMagic(bytes)) return true
  let controls = 0
  for (const byte of bytes) if (byte < 32 && !TEXT_CONTROLS.has(byte)) controls += 1
  return controls * 100 > bytes.length
}

/** Backspace to carriage return, escape, and the end of file of DOS. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([8, 9, 10, 11, 12, 13, 26, 27])
