import { AppError } from '#shared/error.ts'

type Encoding = 'utf-8' | 'utf-16le'

/** How a file writes text down: kept when an edit replaces the text. */
export interface TextFormat {
  readonly encoding: Encoding
  readonly hasMark: boolean
  /** Every line ends with `\r\n`. */
  readonly isCrlf: boolean
}

export interface DecodedText {
  readonly text: string
  readonly format: TextFormat
}

export const PLAIN: TextFormat = { encoding: 'utf-8', hasMark: false, isCrlf: false }

/** `undefined`: these bytes are not text in an encoding we know. */
export function findText(bytes: Uint8Array): DecodedText | undefined {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  const raw = decode(bytes, encoding)
  if (raw === undefined || raw.includes('\0')) return undefined
  const hasMark = raw.startsWith('\uFEFF')
  const body = hasMark ? raw.slice(1) : raw
  const isCrlf = body.includes('\r\n') && !/(^|[^\r])\n|\r(?!\n)/u.test(body)
  const text = isCrlf ? body.replaceAll('\r\n', '\n') : body
  return { text, format: { encoding, hasMark, isCrlf } }
}

export function getText(bytes: Uint8Array, path: string): DecodedText {
  const found = findText(bytes)
  if (!found) throw new AppError('unsupported', `${path} is not text that can be read.`)
  return found
}

/** Writes text down as the file did before. Text with line ends of its own keeps them. */
export function toBytes(text: string, format: TextFormat): Uint8Array {
  const body = format.isCrlf && !text.includes('\r') ? text.replaceAll('\n', '\r\n') : text
  const marked = format.hasMark && !body.startsWith('\uFEFF') ? `\uFEFF${body}` : body
  return Buffer.from(marked, format.encoding === 'utf-8' ? 'utf8' : 'utf16le')
}

function decode(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
