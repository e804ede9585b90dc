/** The values of an iterator, each made when it is first asked for, and kept for whoever asks next. */
export class KeptValues<T> implements Iterable<T> {
  readonly #rest: Iterator<T>
  readonly #made: IteratorResult<T>[] = []

  constructor(rest: Iterator<T>) {
    this.#rest = rest
  }

  *[Symbol.iterator](): Generator<T> {
    for (let index = 0; ; index += 1) {
      const made = this.#made[index] ?? this.#rest.next()
      this.#made[index] = made
      if (made.done) return
      yield made.value
    }
  }
}
