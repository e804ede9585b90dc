/** Work that nobody waits for, until its owner is disposed: then it is told to end, and waited for. */
export class Background implements AsyncDisposable {
  readonly #ending = new AbortController()
  readonly #underWay = new Set<Promise<void>>()
  readonly #report: (error: unknown, doing: string) => void

  /** `report` is told of what fails. */
  constructor(report: (error: unknown, doing: string) => void) {
    this.#report = report
  }

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

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort()
    await Promise.all(this.#underWay)
  }
}
