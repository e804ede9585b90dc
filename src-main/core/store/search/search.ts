import { AppError } from '#shared/lib/app-error.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { WorkerCalls } from '../../runtime/worker-entry.ts'
import type { Report } from '../database/store-error.ts'
import type { Store } from '../store.ts'
import type { Question } from './find-entries.ts'
import type { SearchAnswer, SearchCall } from './search.worker.ts'

interface SearchParts {
  readonly store: Store
  readonly report: Report
}

/** A start has better things to do first. */
const BEGIN_MS = 2_000
/** What is logged can be found after so long, and the time it takes to index it. */
const FOLLOW_MS = 400

/**
 * Finds what was ever said or done. A worker thread keeps the index, in a file of its own that can be
 * made again from the log; here it is only told what changed, and asked.
 */
export class Search implements AsyncDisposable {
  readonly #parts: SearchParts
  readonly #worker = new WorkerCalls<SearchCall, SearchAnswer>({
    from: import.meta.url,
    name: 'search',
  })
  readonly #subscriptions = new DisposableStack()
  readonly #changed = new Set<SessionId>()
  #timer: NodeJS.Timeout | undefined

  constructor(parts: SearchParts) {
    this.#parts = parts
    const { events, sessions, onDidChangeSaving } = parts.store
    this.#subscriptions.use(events.onDidAppend(([first]) => first && this.#note(first.sessionId)))
    this.#subscriptions.use(sessions.onDidDelete((id) => this.#forget(id)))
    this.#subscriptions.use(onDidChangeSaving(() => this.#noteAll()))
    if (sessions.list().length > 0) this.#schedule(BEGIN_MS)
  }

  /** Newest first. What is being indexed at present may be missing. */
  async find(question: Question): Promise<SearchAnswer> {
    this.#follow()
    return await this.#worker.call({ ...this.#where, type: 'find', question })
  }

  get #where() {
    return { dataDir: this.#parts.store.dataDir }
  }

  #note(id: SessionId): void {
    this.#changed.add(id)
    this.#schedule(FOLLOW_MS)
  }

  /** What was held in memory has come to disk. */
  #noteAll(): void {
    for (const { id } of this.#parts.store.sessions.list()) this.#note(id)
  }

  #schedule(delayMs: number): void {
    this.#timer ??= setTimeout(() => this.#follow(), delayMs).unref()
  }

  #follow(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const changed = [...this.#changed]
    this.#changed.clear()
    this.#tell({ ...this.#where, type: 'follow', changed })
  }

  #forget(id: SessionId): void {
    this.#changed.delete(id)
    this.#tell({ ...this.#where, type: 'forget', deleted: [id] })
    // Following takes what was deleted from the file, too.
    this.#schedule(FOLLOW_MS)
  }

  #tell(call: SearchCall): void {
    this.#worker.call(call).catch((error: unknown) => {
      // Where the disk takes nothing, the store says so; what is missing is indexed later.
      const isExpected = AppError.is(error) && error.code !== 'internal'
      if (!isExpected) this.#parts.report(error, 'keeping the search index')
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer)
    this.#subscriptions.dispose()
    await this.#worker[Symbol.asyncDispose]()
  }
}
