import { lastOf, type Redact, ROUGH_CHARS } from './shorten.ts'

const KEPT = 4000

/** What a program printed, as far as it was not told yet: the end of it, without known secrets. */
export class RecentOutput {
  readonly #redact: Redact
  #text = ''
  #printed = 0

  constructor(redact: Redact) {
    this.#redact = redact
  }

  add(text: string): void {
    this.#printed += text.length
    this.#text = (this.#text + text).slice(-ROUGH_CHARS)
  }

  /** All of it, which is then told. */
  take(): string {
    const end = lastOf(this.#text, { chars: KEPT, redact: this.#redact })
    const leftOut = this.#printed - KEPT
    const left = leftOut > 0 ? `[${leftOut} characters left out]\n` : ''
    this.#text = ''
    this.#printed = 0
    return left + end.trimEnd()
  }
}
