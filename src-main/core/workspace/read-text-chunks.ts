import type { FileHandle } from 'node:fs/promises'
import { TextDecoder } from 'node:util'

const UTF16 = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const
const UTF8_MARK = [0xef, 0xbb, 0xbf] as const

/**
 * Reads a text file in chunks of UTF-8, without its byte order mark, up to its first NUL. A file that
 * can't be opened is empty.
 */
export async function* readTextChunks(
  openFile: () => Promise<FileHandle>,
): AsyncGenerator<Uint8Array> {
  await using file = await openFile().catch(() => undefined)
  if (!file) return
  let decoder: TextDecoder | undefined
  let isFirst = true
  for await (const chunk of file.createReadStream({ autoClose: false })) {
    const bytes: Uint8Array = chunk
    if (isFirst) decoder = findDecoder(bytes)
    const text = decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes
    const content = isFirst && startsWith(text, UTF8_MARK) ? text.subarray(3) : text
    isFirst = false
    const end = content.indexOf(0)
    yield end < 0 ? content : content.subarray(0, end)
    if (end >= 0) return
  }
}

function findDecoder(bytes: Uint8Array): TextDecoder | undefined {
  const found = UTF16.find(({ mark }) => startsWith(bytes, mark))
  return found && new TextDecoder(found.encoding)
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte)
}
