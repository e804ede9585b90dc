import type { SessionId } from '#shared/lib/ids.ts'

/** As long as a window offers to take it back, and a little for the way. */
const KEPT_MS = 12_000

interface SessionBinOptions {
  /** Deletes one for good. */
  readonly remove: (sessionId: SessionId) => Promise<void>
  /** One could not be deleted, and is out of the bin again. */
  readonly onReturn: () => void
  readonly report: (error: unknown, doing: string) => void
}

/**
 * Where sessions go that are deleted: nobody sees them. Those that were put in it can be taken back for
 * a while, until they are being deleted for good. When the host ends they are deleted at once; what a
 * crash leaves of them is there again.
 */
export class SessionBin implements AsyncDisposable {
  readonly #options: SessionBinOptions
  readonly #waiting = new Map<SessionId, NodeJS.Timeout>()
  readonly #leaving = new Map<SessionId, Promise<void>>()

  constructor(options: SessionBinOptions) {
    this.#options = options
  }

  has(sessionId: SessionId): boolean {
    return this.#waiting.has(sessionId) || this.isLeaving(sessionId)
  }

  /** It is being deleted for good: nothing brings it back. */
  isLeaving(sessionId: SessionId): boolean {
    return this.#leaving.has(sessionId)
  }

  put(sessionId: SessionId): void {
    if (this.has(sessionId)) return
    const timer = setTimeout(() => void this.#empty(sessionId), KEPT_MS)
    this.#waiting.set(sessionId, timer)
  }

  /** Nothing changes where it was not in it, or is leaving. */
  takeBack(sessionId: SessionId): void {
    clearTimeout(this.#waiting.get(sessionId))
    this.#waiting.delete(sessionId)
  }

  /** Deletes it for good, whether it was in it or not; once, however many ask. */
  remove(sessionId: SessionId): Promise<void> {
    this.takeBack(sessionId)
    const leaving = this.#leaving.get(sessionId) ?? this.#remove(sessionId)
    this.#leaving.set(sessionId, leaving)
    return leaving
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#waiting.keys()].map((sessionId) => this.#empty(sessionId)))
    await Promise.allSettled(this.#leaving.values())
  }

  async #remove(sessionId: SessionId): Promise<void> {
    let isGone = false
    try {
      await this.#options.remove(sessionId)
      isGone = true
    } finally {
      this.#leaving.delete(sessionId)
      if (!isGone) this.#options.onReturn()
    }
  }

  async #empty(sessionId: SessionId): Promise<void> {
    try {
      await this.remove(sessionId)
    } catch (error) {
      this.#options.report(error, 'Deleting a session')
    }
  }
}
