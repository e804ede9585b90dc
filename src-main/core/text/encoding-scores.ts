import { detectAll } from 'jschardet'

/** A name of the detector's, and how sure that is: from 0 to 1, and seldom much above 0. */
export interface EncodingScore {
  readonly name: string
  readonly confidence: number
}

/** Encodings of alphabets with Latin letters. */
const LATIN: readonly string[] = [
  'windows-1252',
  'windows-1250',
  'windows-1254',
  'windows-1257',
  'iso-8859-2',
]
const ALL: readonly string[] = [
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

/**
 * Scores the encodings that bytes may be in, the most likely first. Loading the detector and its first answer
 * take longer than the host's thread may be held: for workers.
 */
export function scoreEncodings(sample: Uint8Array): readonly EncodingScore[] {
  // In other alphabets letters beyond ASCII stand side by side.
  const isScattered = !/[\x80-\xFF]{2}/.test(Buffer.from(sample).toString('latin1'))
  const detectEncodings = isScattered ? [...LATIN] : [...ALL]
  return detectAll(sample, { detectEncodings, minimumThreshold: 0 }).flatMap(
    ({ encoding, confidence }) => (encoding === null ? [] : [{ name: encoding, confidence }]),
  )
}
