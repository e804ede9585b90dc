import type { Timer } from '../../src-main/core/terminals/time-limit.ts'

interface Ring {
  readonly at: number
  readonly act: () => void
}

/** For tests: time that passes when it is told to. */
export class HandTimer implements Timer {
  readonly #rings = new Set<Ring>()
  #now = 0

  now(): number {
    return this.#now
  }

  after(ms: number, act: () => void): () => void {
    const ring = { at: this.#now + ms, act }
    this.#rings.add(ring)
    return () => void this.#rings.delete(ring)
  }

  pass(ms: number): void {
    this.#now += ms
    for (const ring of this.#rings) {
      if (ring.at > this.#now) continue
      this.#rings.delete(ring)
      ring.act()
    }
  }
}
