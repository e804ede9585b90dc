/** Wakes who waits for something to look at. */
export class Bell {
  #rung = Promise.withResolvers<void>()

  ring(): void {
    this.#rung.resolve()
    this.#rung = Promise.withResolvers<void>()
  }

  /** Resolves when it is rung next: ask before you look, or you may miss it. */
  next(): Promise<void> {
    return this.#rung.promise
  }
}
