import type { EventFor } from '#shared/events/index.ts'

export type Delta = EventFor<'model.delta'>['data']

const JOINED_CHARS = 4096
const JOINED_MS = 50

/** Joins the pieces of one answer, in order: at most one event for 50 ms or 4 KB of a channel. */
export class DeltaJoiner {
  readonly #write: (deltas: readonly Delta[]) => void
  #held: Delta[] = []
  #timer: NodeJS.Timeout | undefined
  #hasBegun = false

  constructor(write: (deltas: readonly Delta[]) => void) {
    this.#write = write
  }

  /** Whether anything was said at all. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  add(delta: Delta): void {
    if (delta.text === '') return
    const last = this.#held.at(-1)
    if (last && last.channel === delta.channel && last.call === delta.call) {
      this.#held[this.#held.length - 1] = { ...last, text: last.text + delta.text }
    } else {
      this.#held.push(delta)
    }
    // The first piece is written at once: it ends the wait.
    const isLong = (this.#held.at(-1)?.text.length ?? 0) >= JOINED_CHARS
    if (!this.#hasBegun || isLong) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), JOINED_MS)
    this.#hasBegun = true
  }

  flush(): void {
    const held = this.take()
    if (held.length > 0) this.#write(held)
  }

  /** What has not been written yet; the caller writes it. */
  take(): readonly Delta[] {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const held = this.#held
    this.#held = []
    return held
  }
}
