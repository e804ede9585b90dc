/** Numbers that look like chance, and are the same for the same seed. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = (seed + 1) * 0x9e3779b1
  }

  /** From 0 up to, and without, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least)
  }

  /** A whole number, `most` among them. */
  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1))
  }

  isWithin(share: number): boolean {
    return this.next() < share
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.whole(0, items.length - 1)] ?? items[0]
  }
}
