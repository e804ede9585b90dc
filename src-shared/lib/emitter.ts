import { callAll } from './call-all.ts'

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

  fire(value: T): void {
    callAll([...this.#listeners].map((listener) => () => listener(value)))
  }

  [Symbol.dispose](): void {
    this.#listeners.clear()
  }
}
