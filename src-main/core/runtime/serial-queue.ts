/** Runs pieces of work one after the other, in the order they were asked for. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve()

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }
}

/** Lets work on the same key happen one after the other. */
export class Turns<Key> {
  readonly #last = new Map<Key, Promise<unknown>>()

  take<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve()
    const done = before.then(work, work)
    const settled = done.catch(() => undefined)
    this.#last.set(key, settled)
    void settled.then(() => {
      if (this.#last.get(key) === settled) this.#last.delete(key)
    })
    return done
  }
}
