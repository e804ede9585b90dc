/** How many items may still be sent. One taker at a time. */
export class Credit {
  #left: number
  #wake: () => void = () => undefined

  constructor(left: number) {
    this.#left = left
  }

  give(count: number): void {
    this.#left += count
    this.#wake()
  }

  /** Resolves once an item may be sent; throws when `signal` aborts. */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    while (this.#left === 0) await this.#given(signal)
    this.#left -= 1
  }

  async #given(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const wake = () => resolve()
    signal.addEventListener('abort', wake, { once: true })
    await promise
    signal.removeEventListener('abort', wake)
    signal.throwIfAborted()
  }
}
