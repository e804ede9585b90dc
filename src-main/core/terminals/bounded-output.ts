import { takeEnd } from '#shared/lib/cut-text.ts'
import { stripEscapes } from '#shared/lib/strip-escapes.ts'

const HEAD = 512 * 1024
const TAIL = 512 * 1024

/** Keeps the beginning and the end of what a program prints, however much that is. */
export class BoundedOutput {
  #head = ''
  #tail = ''
  #dropped = 0

  /** How many characters of its middle are not kept. */
  get leftOutChars(): number {
    return this.#toParts().dropped
  }

  add(text: string): void {
    const room = HEAD - this.#head.length
    this.#head += text.slice(0, room)
    this.#tail += text.slice(Math.max(0, room))
    if (this.#tail.length <= 2 * TAIL) return
    const tail = takeEnd(this.#tail, TAIL)
    this.#dropped += this.#tail.length - tail.length
    this.#tail = tail
  }

  /** As lines of text: without escape sequences, of overwritten lines what was last to be seen. */
  toText(): string {
    const { head, tail, dropped } = this.#toParts()
    const gap = dropped > 0 ? `\n[… ${dropped} characters left out …]\n` : ''
    return toLines(head + gap + tail)
  }

  /** Neither part has half of a character where the other is missing. */
  #toParts() {
    const tail = takeEnd(this.#tail, TAIL)
    const dropped = this.#dropped + this.#tail.length - tail.length
    const isHalf = dropped > 0 && this.#head.at(-1)?.isWellFormed() === false
    const head = isHalf ? this.#head.slice(0, -1) : this.#head
    return { head, tail, dropped: isHalf ? dropped + 1 : dropped }
  }
}

/** Without escape sequences; of overwritten lines what was last to be seen. */
export function toLines(output: string): string {
  return stripEscapes(output)
    .replaceAll(/(?<!\r)\r+\n/gu, '\n')
    .split('\n')
    .map((line) => line.slice(line.replace(/(?<!\r)\r+$/u, '').lastIndexOf('\r') + 1))
    .join('\n')
}
