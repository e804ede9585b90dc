const KEPT = 4000

/** What a program printed, as far as it was not told yet: the end of it. */
export class RecentOutput {
  #text = ''
  #leftOut = 0

  add(text: string): void {
    const all = this.#text + text
    this.#text = all.slice(-KEPT)
    this.#leftOut += all.length - this.#text.length
  }

  /** All of it, which is then told. */
  take(): string {
    const left = this.#leftOut > 0 ? `[${this.#leftOut} characters left out]\n` : ''
    const text = left + this.#text.trimEnd()
    this.#text = ''
    this.#leftOut = 0
    return text
  }
}
