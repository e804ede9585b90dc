import { takeEnd } from '#shared/lib/cut-text.ts'
import { toLines } from './bounded-output.ts'
import { Scrollback } from './scrollback.ts'

/** What is kept of it to be read; a person sees more in its tab. */
const KEPT = 256 * 1024

/** What is looked for is looked for in this much. */
const LOOKED_AT = 64 * 1024

/** What was printed since it was last asked for, as lines. */
export interface Unread {
  readonly text: string
  /** How many characters came before that are not in `text`. */
  readonly leftOutChars: number
}

/** The end of what a terminal prints, and how much of it its agent has read. */
export class OutputTail {
  readonly #kept = new Scrollback(KEPT)
  #read = 0

  /** How many characters were printed so far. */
  get end(): number {
    return this.#kept.end
  }

  add(text: string): void {
    this.#kept.add(text)
  }

  /** All that is kept of it, escape sequences and all. */
  toText(): string {
    return this.#kept.toText()
  }

  /** What came since a place, or the end of it. */
  since(place: number): string {
    return this.#kept.read(Math.max(place, this.end - LOOKED_AT), LOOKED_AT).data
  }

  /** The last lines that were not read yet; what came before them is counted. */
  takeUnread(maxLines: number, maxChars: number): Unread {
    const from = this.#read
    this.#read = this.end
    const { at, data } = this.#kept.read(from, KEPT * 2)
    const lines = toLines(data).split('\n')
    const shown = takeEnd(lines.slice(-maxLines).join('\n'), maxChars)
    const left = at - from + (lines.join('\n').length - shown.length)
    return { text: shown, leftOutChars: left }
  }
}
