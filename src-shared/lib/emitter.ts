/**
 * A typed, synchronous event source. Listeners run in the order they were added; one that throws
 * keeps no other from hearing, and fails the `fire`.
 */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>()

  readonly event = (listener: (value: T) => void): Disposable => {
    const own = (value: T) => listener(value)
    this.#listeners.add(own)
    return { [Symbol.dispose]: () => this.#listeners.delete(own) }
  }

  /** The same, but returns a function that stops listening, as React's `useSyncExternalStore` expects. */
  readonly subscribe = (listener: (value: T) => void): (() => void) => {
    const listening = this.event(listener)
    return () => listening[Symbol.dispose]()
  }

  fire(value: T): void {
    callAll([...this.#listeners].map((listener) => () => listener(value)))
  }

  [Symbol.dispose](): void {
    this.#listeners.clear()
  }
}

/** Calls all of them, also where one fails. Throws what the first failing one threw, afterwards. */
export function callAll(calls: readonly (() => void)[]): void {
  const errors: unknown[] = []
  for (const call of calls) {
    try {
      call()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
