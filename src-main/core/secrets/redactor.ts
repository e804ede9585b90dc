/** Shorter ones are found in many texts, and hide little. */
const MIN_CHARS = 8
const SHOWN = '[key]'

/** Takes known secrets out of what is about to be kept, or shown to a model. */
export class Redactor {
  /** Longest first: one may hold another. */
  #secrets: readonly string[] = []

  hide(secret: string): void {
    if (secret.length < MIN_CHARS || this.#secrets.includes(secret)) return
    this.#secrets = [...this.#secrets, secret].toSorted((a, b) => b.length - a.length)
  }

  redact(text: string): string {
    return this.#secrets.reduce((redacted, one) => redacted.replaceAll(one, SHOWN), text)
  }

  /** The same of every text in plain data, names included. What holds none comes back as it is. */
  redactData<T>(data: T): T {
    if (this.#secrets.length === 0) return data
    const text = JSON.stringify(data)
    const isHeld = this.#secrets.some((one) => text.includes(JSON.stringify(one).slice(1, -1)))
    // Only texts change, so it is of the type it was.
    return isHeld ? (this.#redactAll(data) as T) : data
  }

  /** For text that comes in pieces, across which a secret may lie: `end` hands on what was held back. */
  stream(take: (text: string) => void): RedactingStream {
    return new RedactingStream(this, take)
  }

  #redactAll(data: unknown): unknown {
    if (typeof data === 'string') return this.redact(data)
    if (typeof data !== 'object' || data === null) return data
    if (Array.isArray(data)) return data.map((one) => this.#redactAll(one))
    const entries = Object.entries(data)
    return Object.fromEntries(entries.map(([key, one]) => [this.redact(key), this.#redactAll(one)]))
  }

  /** How much of the end of `text` could be the beginning of a secret, in characters. */
  heldBack(text: string): number {
    return Math.max(0, ...this.#secrets.map((secret) => overlap(text, secret)))
  }
}

/** Hands on what is written to it, but for a rest that may be the beginning of a secret. */
class RedactingStream {
  readonly #redactor: Redactor
  readonly #take: (text: string) => void
  #held = ''

  constructor(redactor: Redactor, take: (text: string) => void) {
    this.#redactor = redactor
    this.#take = take
  }

  write(piece: string): void {
    const text = this.#redactor.redact(this.#held + piece)
    const kept = this.#redactor.heldBack(text)
    this.#held = text.slice(text.length - kept)
    if (kept < text.length) this.#take(text.slice(0, text.length - kept))
  }

  end(): void {
    if (this.#held !== '') this.#take(this.#held)
    this.#held = ''
  }
}

/** The longest end of `text` that `secret` begins with, but for the whole of it. */
function overlap(text: string, secret: string): number {
  const most = Math.min(text.length, secret.length - 1)
  for (let length = most; length > 0; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return length
  }
  return 0
}
