const LINE_FEED = 10

/** Splits a stream of bytes into lines of UTF-8 text. */
export class LineBuffer {
  readonly #maxBytes: number
  #pending: Buffer[] = []
  #pendingBytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Returns the lines that `chunk` completes. Throws if a line is longer than the limit. */
  append(chunk: Buffer): readonly string[] {
    const lines: string[] = []
    let from = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      this.#add(chunk.subarray(from, end))
      lines.push(Buffer.concat(this.#pending).toString('utf8'))
      this.clear()
      from = end + 1
    }
    this.#add(chunk.subarray(from))
    return lines
  }

  clear(): void {
    this.#pending = []
    this.#pendingBytes = 0
  }

  #add(part: Buffer): void {
    this.#pendingBytes += part.length
    if (this.#pendingBytes > this.#maxBytes) {
      this.clear()
      throw new RangeError(`A line has more than ${this.#maxBytes} bytes.`)
    }
    if (part.length > 0) this.#pending.push(part)
  }
}
