import type { AnyEvent, Kind } from '#shared/events/index.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { type Clock, waitUntil } from '../../../runtime/clock.ts'
import type { Store } from '../../../store/store.ts'

interface LimitWaitsOptions {
  readonly store: Pick<Store, 'summaries' | 'events' | 'sessions'>
  readonly wallClock: Clock
  /** How much later than its end each of them is resumed, in milliseconds. */
  readonly jitterMs: () => number
  readonly resume: (sessionId: SessionId) => Promise<void>
  readonly report: (error: unknown, doing: string) => void
}

/** Event kinds that start, move or end a wait. */
const WAIT_KINDS: ReadonlySet<Kind> = new Set<Kind>([
  'limit.reached',
  'limit.resolved',
  'run.started',
  'run.ended',
  'session.rewound',
])

/**
 * Resumes the runs that waited until a limit ends when their host ended. A run of this host watches
 * its own wait, and is left alone.
 */
export class LimitWaits implements AsyncDisposable {
  readonly #options: LimitWaitsOptions
  /** When each of them is due. */
  readonly #due = new Map<SessionId, number>()
  readonly #listening: DisposableStack
  #watching = new AbortController()
  #working: Promise<void> = Promise.resolve()
  #isDisposed = false

  constructor(options: LimitWaitsOptions) {
    this.#options = options
    const { events, sessions } = options.store
    using listening = new DisposableStack()
    listening.use(events.onDidAppend((appended) => this.#keepUp(appended)))
    listening.use(sessions.onDidDelete((id) => this.#forget(id)))
    this.#listening = listening.move()
  }

  /** Finds the waits that other hosts left. */
  async begin(): Promise<void> {
    const { summaries } = this.#options.store
    await summaries.load()
    for (const { id } of summaries.list()) this.#look(id)
    this.#watch()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    this.#listening.dispose()
    this.#watching.abort()
    await this.#working
  }

  #keepUp(appended: readonly AnyEvent[]): void {
    const [first] = appended
    if (!first || !appended.some(({ kind }) => WAIT_KINDS.has(kind))) return
    this.#look(first.sessionId)
    this.#watch()
  }

  #forget(id: SessionId): void {
    if (this.#due.delete(id)) this.#watch()
  }

  #look(id: SessionId): void {
    const session = this.#options.store.summaries.of(id)
    const until = session?.isRunning ? undefined : session?.waitsUntil
    if (until === undefined) this.#due.delete(id)
    else this.#due.set(id, until)
  }

  /** Waits for the one that is due first, in place of what was waited for before. */
  #watch(): void {
    this.#watching.abort()
    if (this.#isDisposed || this.#due.size === 0) return
    this.#watching = new AbortController()
    this.#working = this.#resumeNext(this.#working, this.#watching.signal)
  }

  async #resumeNext(before: Promise<void>, signal: AbortSignal): Promise<void> {
    await before
    const [id, until] = [...this.#due].toSorted(([, a], [, b]) => a - b)[0] ?? []
    if (id === undefined || until === undefined) return
    const { wallClock, jitterMs } = this.#options
    await waitUntil(until + jitterMs(), wallClock, signal)
    if (signal.aborted) return
    // What fails isn't tried again automatically.
    this.#due.delete(id)
    try {
      await this.#options.resume(id)
    } catch (error) {
      if (!this.#isDisposed) this.#options.report(error, 'resuming a run after a limit')
    }
    if (!signal.aborted) queueMicrotask(() => this.#watch())
  }
}
