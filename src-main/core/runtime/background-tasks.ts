/** Work that goes on until its owner is disposed: then it is told to end, and waited for. */
export class Background implements AsyncDisposable {
  readonly #ending = new AbortController()
  readonly #underWay = new Set<Promise<void>>()
  readonly #report: (error: unknown, doing: string) => void

  /** `report` is told of what fails. */
  constructor(report: (error: unknown, doing: string) => void) {
    this.#report = report
  }

  /** Work that nobody waits for. */
  run(doing: string, work: (signal: AbortSignal) => Promise<void>): void {
    const { signal } = this.#ending
    if (signal.aborted) return
    const done = work(signal)
      .catch((error: unknown) => {
        if (!signal.aborted) this.#report(error, doing)
      })
      .finally(() => this.#underWay.delete(done))
    this.#underWay.add(done)
  }

  /** The same for work that somebody does wait for, and hears of its failure. */
  async join<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const done = work(this.#ending.signal)
    const settled = done.then(
      () => {},
      () => {},
    )
    this.#underWay.add(settled)
    return done.finally(() => this.#underWay.delete(settled))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort()
    await Promise.all(this.#underWay)
  }
}
