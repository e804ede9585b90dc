const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 5000
const UNANSWERED_ATTEMPTS = 4

/** The attempts to reconnect to the host: exponential backoff from 250 ms up to 5 s. */
export class ReconnectBackoff {
  #failures = 0

  /** How long to wait before the next attempt. */
  get delayMs(): number {
    return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#failures)
  }

  /** Attempts have failed for some seconds, so the host may have been closed. */
  get isUnanswered(): boolean {
    return this.#failures >= UNANSWERED_ATTEMPTS
  }

  fail(): void {
    this.#failures += 1
  }

  reset(): void {
    this.#failures = 0
  }
}
