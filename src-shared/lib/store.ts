import { Emitter } from './emitter.ts'

/** A value with listeners, in the form of React’s `useSyncExternalStore`. Values are replaced, never changed in place. */
export class Store<T> implements Disposable {
  readonly #changed = new Emitter<void>()
  #value: T

  constructor(value: T) {
    this.#value = value
  }

  readonly get = (): T => this.#value

  /** Returns how to unsubscribe. */
  readonly subscribe = this.#changed.subscribe

  /** Calls the listeners unless it is the same value. */
  readonly set = (value: T): void => {
    if (Object.is(value, this.#value)) return
    this.#value = value
    this.#changed.fire()
  };

  [Symbol.dispose](): void {
    this.#changed[Symbol.dispose]()
  }
}
