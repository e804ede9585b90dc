import type { SessionId } from '#shared/ids.ts'

/** As long as a window offers to take it back, and a little for the way. */
const KEPT_MS = 12_000

interface SessionBinOptions {
  /** Deletes one for good. */
  readonly remove: (sessionId: SessionId) => Promise<void>
  readonly report: (error: unknown, doing: string) => void
}

/**
 * Sessions that were deleted a moment ago, and can be taken back: nobody sees them meanwhile. When the
 * host ends they are deleted at once; what a crash leaves of them is there again.
 */
export class SessionBin implements AsyncDisposable {
  readonly #options: SessionBinOptions
  readonly #waiting = new Map<SessionId, NodeJS.Timeout>()

  constructor(options: SessionBinOptions) {
    this.#options = options
  }

  has(sessionId: SessionId): boolean {
    return this.#waiting.has(sessionId)
  }

  put(sessionId: SessionId): void {
    if (this.has(sessionId)) return
    const timer = setTimeout(() => void this.#empty(sessionId), KEPT_MS)
    this.#waiting.set(sessionId, timer)
  }

  /** False: it was not in it, or is gone by now. */
  takeBack(sessionId: SessionId): boolean {
    clearTimeout(this.#waiting.get(sessionId))
    return this.#waiting.delete(sessionId)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#waiting.keys()].map((sessionId) => this.#empty(sessionId)))
  }

  async #empty(sessionId: SessionId): Promise<void> {
    if (!this.takeBack(sessionId)) return
    try {
      await this.#options.remove(sessionId)
    } catch (error) {
      this.#options.report(error, 'Deleting a session')
    }
  }
}
