import { type Clock, systemClock } from '../runtime/clock.ts'

/** A clock, and something that rings once. */
export interface Timer extends Clock {
  /** Answers what takes the request back. */
  after(ms: number, act: () => void): () => void
}

/** The machine's. */
export const systemTimer: Timer = {
  ...systemClock,
  after: (ms, act) => {
    const timeout = setTimeout(act, ms)
    return () => clearTimeout(timeout)
  },
}

/** Tells when so much time has passed, not counting when it was paused. */
export class TimeLimit implements Disposable {
  readonly #timer: Timer
  readonly #onOver: () => void
  #leftMs: number
  #runningSince = 0
  #cancel: (() => void) | undefined

  constructor(timer: Timer, ms: number, onOver: () => void) {
    this.#timer = timer
    this.#leftMs = ms
    this.#onOver = onOver
    this.resume()
  }

  pause(): void {
    if (!this.#cancel) return
    this[Symbol.dispose]()
    this.#leftMs = Math.max(0, this.#leftMs - (this.#timer.now() - this.#runningSince))
  }

  resume(): void {
    if (this.#cancel) return
    this.#runningSince = this.#timer.now()
    this.#cancel = this.#timer.after(this.#leftMs, this.#onOver)
  }

  [Symbol.dispose](): void {
    this.#cancel?.()
    this.#cancel = undefined
  }
}
