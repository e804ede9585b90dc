import type { SessionSummary } from '#shared/contract/sessions.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { CommitQueue } from './commit-queue.ts'
import type { Db } from './database.ts'
import type { EventLog } from './event-log.ts'
import { inTurns } from './in-turns.ts'
import {
  foldSummary,
  initSummary,
  type OpenSpan,
  type SummaryState,
  toSummary,
} from './session-summary.ts'
import type { SessionRow, SessionTable } from './sessions.ts'

interface Parts {
  readonly events: EventLog
  readonly sessions: SessionTable
  /** Absent in a store that is only read: what is folded is then not kept. */
  readonly queue: CommitQueue | undefined
}

interface Entry {
  readonly state: SummaryState
  /** Up to where it was kept in the table. */
  savedSeq: number
  loading: Promise<void> | undefined
}

/** After how many events a session's summary is kept again. */
const SAVE_EVERY = 1_000

/**
 * What each session comes to. Folded once and kept up on every append; the table it is kept in may
 * be emptied at any time, and is then made again from the log.
 */
export class Summaries implements Disposable {
  readonly #parts: Parts
  readonly #entries = new Map<SessionId, Entry>()
  readonly #subscriptions = new DisposableStack()
  readonly #sql

  constructor(db: Db, parts: Parts) {
    this.#parts = parts
    this.#sql = {
      load: db.prepare<[string], string>('SELECT state FROM summary WHERE session_id = ?').pluck(),
      save: db.prepare<[{ id: string; json: string }]>(
        `INSERT OR REPLACE INTO summary SELECT @id, @json
         WHERE EXISTS (SELECT 1 FROM session WHERE id = @id AND is_deleted = 0)`,
      ),
    }
    this.#subscriptions.use(parts.events.onDidAppend((events) => this.#keepUp(events)))
    this.#subscriptions.use(parts.sessions.onDidDelete((id) => this.#entries.delete(id)))
  }

  /** Most recently changed first. */
  async list(projectId?: ProjectId): Promise<SessionSummary[]> {
    const summaries: SessionSummary[] = []
    for await (const row of inTurns(this.#parts.sessions.list(projectId))) {
      summaries.push(toSummary(row, await this.#stateOf(row.id)))
    }
    return summaries.sort((a, b) => b.changedAt - a.changedAt)
  }

  async of(id: SessionId): Promise<SessionSummary | undefined> {
    const row = this.#parts.sessions.find(id)
    return row && toSummary(row, await this.#stateOf(id))
  }

  /** Sessions with spans that have not ended, and those spans, in the order they began. */
  async unfinished(): Promise<{ readonly row: SessionRow; readonly spans: readonly OpenSpan[] }[]> {
    const unfinished = []
    for await (const row of inTurns(this.#parts.sessions.list())) {
      const spans = Object.values((await this.#stateOf(row.id)).open)
      if (spans.length > 0) unfinished.push({ row, spans })
    }
    return unfinished
  }

  async #stateOf(id: SessionId): Promise<SummaryState> {
    const entry = this.#entryOf(id)
    await entry.loading
    return entry.state
  }

  #entryOf(id: SessionId): Entry {
    const known = this.#entries.get(id)
    if (known) return known
    const state = this.#load(id)
    const entry: Entry = { state, savedSeq: state.seq, loading: undefined }
    entry.loading = this.#foldToEnd(id, entry)
    this.#entries.set(id, entry)
    return entry
  }

  #load(id: SessionId): SummaryState {
    const json = this.#sql.load.get(id)
    // Written by `#save`, in this shape; a change of the shape empties the table by a migration.
    return json === undefined ? initSummary() : (JSON.parse(json) as SummaryState)
  }

  async #foldToEnd(id: SessionId, entry: Entry): Promise<void> {
    try {
      const pages = this.#parts.events.read(id, { after: entry.state.seq })
      for await (const events of inTurns(pages)) foldSummary(entry.state, events)
      entry.loading = undefined
      this.#saveIfDue(id, entry)
    } catch (error) {
      this.#entries.delete(id)
      throw error
    }
  }

  #keepUp(events: readonly AnyEvent[]): void {
    const id = events[0]?.sessionId
    const entry = id && this.#entries.get(id)
    // One that is not folded, or still is being, finds them in the log.
    if (!id || !entry || entry.loading) return
    foldSummary(entry.state, events)
    this.#saveIfDue(id, entry)
  }

  #saveIfDue(id: SessionId, entry: Entry): void {
    if (entry.state.seq - entry.savedSeq >= SAVE_EVERY) this.#save(id, entry)
  }

  #save(id: SessionId, entry: Entry): void {
    const { queue } = this.#parts
    if (!queue) return
    entry.savedSeq = entry.state.seq
    queue.put(() => this.#sql.save.run({ id, json: JSON.stringify(entry.state) }))
  }

  /** Keeps what was folded since it was last kept. */
  save(): void {
    for (const [id, entry] of this.#entries) {
      if (!entry.loading && entry.state.seq > entry.savedSeq) this.#save(id, entry)
    }
  }

  [Symbol.dispose](): void {
    this.#subscriptions.dispose()
  }
}
