import type { FileHandle } from 'node:fs/promises'
import { TextDecoder } from 'node:util'
import type { AgentPath } from '../paths/agent-path.ts'
import type { Match } from './queries.ts'

export interface NamedText {
  readonly path: AgentPath
  /** UTF-8. */
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

interface Section {
  readonly path: AgentPath
  /** Its first line, counted from 1 in the whole text. */
  readonly from: number
  /** The line after its last one; unknown until it was read. */
  to: number
}

const LINE_END = 10

/** Joins several texts into one that is searched at once, and places its matches in the text they are from. */
export class JoinedTexts {
  readonly #texts: AsyncIterable<NamedText>
  /** The number of lines between two texts: as many as are shown around a match. */
  readonly #gap: number
  readonly #sections: Section[] = []

  constructor(texts: AsyncIterable<NamedText>, gap: number) {
    this.#texts = texts
    this.#gap = gap
  }

  /** To be read once. */
  async *read(): AsyncGenerator<Uint8Array> {
    let from = 1
    for await (const { path, chunks } of this.#texts) {
      const section = { path, from, to: Number.POSITIVE_INFINITY }
      this.#sections.push(section)
      let lines = 0
      let isEnded = true
      for await (const chunk of chunks) {
        if (chunk.length === 0) continue
        lines += countLines(chunk)
        isEnded = chunk.at(-1) === LINE_END
        yield chunk
      }
      section.to = from + lines + (isEnded ? 0 : 1)
      yield Buffer.alloc(this.#gap + (isEnded ? 0 : 1), LINE_END)
      from = section.to + this.#gap
    }
  }

  /** `undefined` for a line between two texts. Lines have to come in order. */
  place(found: Match): Match | undefined {
    while (found.line >= (this.#sections[0]?.to ?? Number.POSITIVE_INFINITY)) {
      this.#sections.shift()
    }
    const [section] = this.#sections
    if (!section || found.line < section.from) return undefined
    return { ...found, path: section.path, line: found.line - section.from + 1 }
  }
}

function countLines(chunk: Uint8Array): number {
  let lines = 0
  for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) lines += 1
  return lines
}

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
