import { Transform, type TransformCallback } from 'node:stream'

/** A message larger than this is nothing that we asked for. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024
const MAX_HEADER_BYTES = 8 * 1024
const END_OF_HEADER = '\r\n\r\n'

/** Lets a server's messages through as they come, and fails at the first that would fill the memory. */
export class BoundedMessages extends Transform {
  readonly #maxBytes: number
  #header = ''
  /** Of the message that is going through. */
  #left = 0

  constructor(maxBytes = MAX_MESSAGE_BYTES) {
    super()
    this.#maxBytes = maxBytes
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    try {
      this.#follow(chunk)
      done(null, chunk)
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #follow(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, chunk.length - at)
        this.#left -= taken
        at += taken
      } else {
        at += this.#readHeader(chunk.toString('latin1', at, at + MAX_HEADER_BYTES))
      }
    }
  }

  /** How much of `text` belongs to the header. */
  #readHeader(text: string): number {
    const known = this.#header.length
    const header = this.#header + text
    const end = header.indexOf(END_OF_HEADER)
    this.#header = end < 0 ? header : ''
    if (end < 0 && header.length > MAX_HEADER_BYTES) throw new Error('It does not speak LSP.')
    if (end < 0) return text.length
    this.#left = Number(/content-length: *(\d+)/iu.exec(header.slice(0, end))?.[1] ?? 0)
    if (this.#left > this.#maxBytes) throw new Error('It sent a message that is too large.')
    return end + END_OF_HEADER.length - known
  }
}
