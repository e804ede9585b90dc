import { normalizeLineEnds, restoreLineEnds, splitLines } from '#shared/changes/line-endings.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { decodeText } from '../../text/detect-encoding.ts'
import {
  type DamagedLine,
  type Encoding,
  encodeText,
  type RawText,
  UnencodableError,
} from '../../text/text-encoding.ts'

const MARK = '\uFEFF'

/** How a file holds its text: kept when another text replaces it. */
interface TextFormat {
  readonly encoding: Encoding
  /** The file begins with a byte order mark. */
  readonly hasMark: boolean
  /** The text without its mark, with its own line ends. */
  readonly body: string
  /** Lines with bytes that are not UTF-8. */
  readonly damaged?: readonly DamagedLine[]
}

interface DecodedText {
  /** Without its mark; every line end is `\n`. */
  readonly text: string
  readonly format: TextFormat
}

/** That of a new file. */
export const PLAIN: TextFormat = { encoding: 'UTF-8', hasMark: false, body: '' }

/** Decodes the bytes of a file; `undefined`: they are not text. */
export async function findText(bytes: Uint8Array): Promise<DecodedText | undefined> {
  const found = await decodeText(bytes)
  return found && toDecoded(found)
}

export async function getText(bytes: Uint8Array, path: string): Promise<DecodedText> {
  const found = await findText(bytes)
  if (!found) throw new AppError('unsupported', `${path} is not text that can be read.`)
  return found
}

/** The format of a file's content, or of a new file; in another encoding if one is given. */
export async function formatOf(
  old: Uint8Array | undefined,
  encoding?: Encoding,
): Promise<TextFormat> {
  const format = (old && (await findText(old))?.format) ?? PLAIN
  // Without its mark, UTF-16 and UTF-32 could be anything.
  const { body } = format
  return encoding ? { body, encoding, hasMark: /^UTF-(?:16|32)/.test(encoding) } : format
}

function toDecoded({ raw, ...found }: RawText): DecodedText {
  const hasMark = raw.startsWith(MARK)
  const body = hasMark ? raw.slice(MARK.length) : raw
  return { text: normalizeLineEnds(body), format: { ...found, hasMark, body } }
}

/** Names an encoding as people know it; `undefined` for plain UTF-8. */
export function nameEncoding({ raw, encoding, damaged }: RawText): string | undefined {
  if (encoding !== 'UTF-8') return encoding
  if (damaged) return 'UTF-8 with invalid bytes'
  return raw.startsWith(MARK) ? 'UTF-8 with BOM' : undefined
}

/** Encodes a text as its file was, with the line ends that its lines had there. One with `\r` keeps its own. */
export function toBytes(text: string, format: TextFormat, path: string): Uint8Array {
  const body = text.includes('\r') ? text : restoreLineEnds(text, format.body)
  return toRawBytes(body, format, path)
}

/** Encodes a text as its file was, with its own line ends. */
export function toRawBytes(
  text: string,
  { encoding, hasMark, damaged }: Pick<TextFormat, 'encoding' | 'hasMark' | 'damaged'>,
  path: string,
): Uint8Array {
  if (damaged && text.includes('\uFFFD')) return encodeDamaged(text, damaged, path)
  const marked = hasMark && !text.startsWith(MARK) ? MARK + text : text
  try {
    return encodeText(marked, encoding)
  } catch (error) {
    throw error instanceof UnencodableError ? toRefusal(error, path) : error
  }
}

function toRefusal(error: UnencodableError, path: string): AppError {
  const { character, line, encoding } = error
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return new AppError(
    'invalid-input',
    `“${character}” (U+${code}, line ${line}) can't be written to ${path}, whose encoding is ${encoding}. Use other characters, or convert the whole file to UTF-8 first.`,
    { cause: error },
  )
}

const INVALID = '\uFFFD'

/**
 * Encodes a text in UTF-8 with the bytes of its damaged lines as their file had them. Throws
 * `invalid-input` for a line with U+FFFD that was changed, or of which one of several copies is gone: its
 * bytes are unknown.
 */
function encodeDamaged(text: string, damaged: readonly DamagedLine[], path: string): Uint8Array {
  const lines = splitLines(text)
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line.text, (counts.get(line.text) ?? 0) + 1)
  const left = Map.groupBy(damaged, (line) => line.text)
  const isSame = (known: readonly DamagedLine[]) =>
    known.every(({ bytes }) => Buffer.compare(bytes, known[0]?.bytes ?? bytes) === 0)
  const known = new Map(
    [...left].filter(([line, all]) => all.length === counts.get(line) || isSame(all)),
  )
  const parts = lines.flatMap(({ text: line, end }, index) => {
    if (!line.includes(INVALID)) return [Buffer.from(line + end)]
    const all = known.get(line)
    const next = all && all.length > 1 ? all.shift() : all?.[0]
    if (!next) throw refuseDamaged(path, index + 1)
    return [next.bytes, Buffer.from(end)]
  })
  return Buffer.concat(parts)
}

function refuseDamaged(path: string, line: number): AppError {
  return new AppError(
    'invalid-input',
    `Line ${line} of ${path} has bytes that are not UTF-8, shown as “${INVALID}”. They are kept only if the line isn't changed. Undo the change of this line, replace each “${INVALID}” in it, or convert the whole file to UTF-8.`,
  )
}
