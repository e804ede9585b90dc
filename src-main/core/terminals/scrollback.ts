interface Chunk {
  readonly at: number
  readonly text: string
}

/** What is printed bit by bit is kept, and read, in chunks of about this many characters. */
const CHUNK = 64 * 1024

/** The last of what a terminal printed; places are counted in characters since it was opened. */
export class Scrollback {
  readonly #limit: number
  readonly #chunks: Chunk[] = []
  #end: number

  constructor(limit: number, start = 0) {
    this.#limit = limit
    this.#end = start
  }

  /** Where what is kept begins. */
  get start(): number {
    return this.#chunks[0]?.at ?? this.#end
  }

  get end(): number {
    return this.#end
  }

  add(text: string): void {
    if (text === '') return
    this.#append(text)
    this.#end += text.length
    for (;;) {
      const [first] = this.#chunks
      if (!first || this.#end - (first.at + first.text.length) < this.#limit) return
      this.#chunks.shift()
    }
  }

  /** At most `max` characters from a place on, or from where what is kept begins; empty at the end. */
  read(from: number, max: number): { readonly at: number; readonly data: string } {
    const at = Math.min(Math.max(from, this.start), this.#end)
    const first = this.#chunks.findLastIndex((one) => one.at <= at)
    let data = ''
    for (const chunk of this.#chunks.slice(Math.max(0, first))) {
      const begin = at + data.length - chunk.at
      data += chunk.text.slice(begin, begin + max - data.length)
      if (data.length >= max) break
    }
    return { at, data }
  }

  #append(text: string): void {
    const last = this.#chunks.at(-1)
    if (!last || last.text.length + text.length > CHUNK) {
      this.#chunks.push({ at: this.#end, text })
    } else this.#chunks[this.#chunks.length - 1] = { at: last.at, text: last.text + text }
  }

  toText(): string {
    return this.#chunks.map(({ text }) => text).join('')
  }
}
