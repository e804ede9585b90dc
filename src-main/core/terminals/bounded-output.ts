import { stripVTControlCharacters } from 'node:util'

const HEAD = 512 * 1024
const TAIL = 512 * 1024

/** Keeps the beginning and the end of what a program prints, however much that is. */
export class BoundedOutput {
  #head = ''
  #tail = ''
  #dropped = 0

  /** How many characters of its middle are not kept. */
  get leftOutChars(): number {
    return this.#dropped + Math.max(0, this.#tail.length - TAIL)
  }

  add(text: string): void {
    const room = HEAD - this.#head.length
    this.#head += text.slice(0, room)
    this.#tail += text.slice(Math.max(0, room))
    if (this.#tail.length <= 2 * TAIL) return
    this.#dropped += this.#tail.length - TAIL
    this.#tail = this.#tail.slice(-TAIL)
  }

  /** As lines of text: without escape sequences, of overwritten lines what was last to be seen. */
  toText(): string {
    const dropped = this.leftOutChars
    const gap = dropped > 0 ? `\n[… ${dropped} characters left out …]\n` : ''
    return toLines(this.#head + gap + this.#tail.slice(-TAIL))
  }
}

/** Without escape sequences; of overwritten lines what was last to be seen. */
export function toLines(output: string): string {
  return stripVTControlCharacters(output)
    .replaceAll(/(?<!\r)\r+\n/gu, '\n')
    .split('\n')
    .map((line) => line.slice(line.replace(/(?<!\r)\r+$/u, '').lastIndexOf('\r') + 1))
    .join('\n')
}
