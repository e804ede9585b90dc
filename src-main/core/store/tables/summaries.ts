import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { ProjectId, RunId, SessionId } from '#shared/lib/ids.ts'
import type { SpendingSession } from '#shared/spending/spending-sums.ts'
import { SharedKinds, type Spent, type SpentByRun } from '#shared/spending/spent.ts'
import { inTurns } from '../../runtime/yield-in-slices.ts'
import type { CommitQueue } from '../commits/commit-queue.ts'
import { type Db, parseStored, prepareReading, prepareReadingOf } from '../database/database.ts'
import type { EventLog } from '../events/event-log.ts'
import {
  foldSummary,
  initSummary,
  type LastWrite,
  monthOf,
  type OpenSpan,
  type SessionRow,
  type SummaryState,
  toSummary,
} from './session-summary.ts'
import type { SessionTable } from './sessions.ts'

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
  /** All that was appended so far is folded. */
  isCurrent: boolean
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
  readonly #deleted: DeletedSpendings
  readonly #kinds = new SharedKinds()
  readonly #subscriptions = new DisposableStack()
  readonly #sql

  constructor(db: Db, parts: Parts) {
    this.#parts = parts
    this.#deleted = new DeletedSpendings(db)
    this.#sql = {
      load: prepareReadingOf<[string], string>(
        db,
        'SELECT state FROM summary WHERE session_id = ?',
      ),
      save: db.prepare<[{ id: string; json: string }]>(
        `INSERT OR REPLACE INTO summary SELECT @id, @json
         WHERE EXISTS (SELECT 1 FROM session WHERE id = @id AND is_deleted = 0)`,
      ),
    }
    this.#subscriptions.use(parts.sessions.onWillDelete((row) => this.#keepSpent(row)))
    this.#subscriptions.use(parts.sessions.onWillAdopt((id) => this.#deleted.forget(id)))
    this.#subscriptions.use(parts.events.onDidAppend((events) => this.#keepUp(events)))
    this.#subscriptions.use(parts.sessions.onDidDelete((id) => this.#entries.delete(id)))
  }

  /** Folds these sessions, or all there are, while others get their turn; the rest is quick after that. */
  async load(ids = this.#parts.sessions.list().map(({ id }) => id)): Promise<void> {
    for await (const id of inTurns(ids)) await this.#loadOne(id)
  }

  /** Most recently changed first. */
  list(projectId?: ProjectId): SessionSummary[] {
    const rows = this.#parts.sessions.list(projectId)
    const summaries = rows.map((row) => toSummary(row, this.#stateOf(row.id)))
    return summaries.sort((a, b) => b.changedAt - a.changedAt)
  }

  of(id: SessionId): SessionSummary | undefined {
    const row = this.#parts.sessions.find(id)
    return row && toSummary(row, this.#stateOf(id))
  }

  /** What all sessions together spent in a month (UTC, as `2026-11`), in US dollars, deleted ones included. */
  spentIn(month: string): number {
    const deleted = this.#deleted.spentIn(month)
    const rows = this.#parts.sessions.list()
    return rows.reduce((sum, { id }) => sum + (this.#stateOf(id).costByMonth[month] ?? 0), deleted)
  }

  /** What all sessions of a project spent, in US dollars, deleted ones included. */
  spentOn(projectId: ProjectId): number {
    const deleted = this.#deleted.spentOn(projectId)
    const rows = this.#parts.sessions.list(projectId)
    return rows.reduce((sum, { id }) => sum + this.#stateOf(id).costUsd, deleted)
  }

  /** What every session spent, deleted ones included. */
  *spending(): Generator<SpendingSession> {
    yield* this.#deleted.list()
    for (const { id, projectId } of this.#parts.sessions.list()) {
      yield { id, projectId, spent: this.#stateOf(id).spent }
    }
  }

  /** What each run of a session spent. */
  spentByRun(id: SessionId): Readonly<Record<RunId, SpentByRun>> {
    return this.#stateOf(id).spent.byRun
  }

  /** What has begun in a session and not ended, in the order it began. */
  openSpans(id: SessionId): readonly OpenSpan[] {
    return Object.values(this.#stateOf(id).open)
  }

  /** Returns a session's last writes to project files, by the path that agents use. */
  lastWrites(id: SessionId): Readonly<Record<string, LastWrite>> {
    return this.#stateOf(id).writes
  }

  async #loadOne(id: SessionId): Promise<void> {
    const { state, isCurrent } = this.#entryOf(id)
    if (isCurrent) return
    const missing = this.#parts.events.read(id, { after: state.seq })
    for await (const events of inTurns(missing)) foldSummary(state, events)
    this.#shareKinds(state)
  }

  #shareKinds(state: SummaryState): SummaryState {
    state.spent.kinds = state.spent.kinds.map((kind) => this.#kinds.share(kind))
    return state
  }

  #stateOf(id: SessionId): SummaryState {
    const entry = this.#entryOf(id)
    const { state } = entry
    if (entry.isCurrent) return state
    for (const events of this.#parts.events.read(id, { after: state.seq })) {
      foldSummary(state, events)
    }
    // Of what another process appends nobody is told.
    entry.isCurrent = this.#parts.queue !== undefined
    this.#saveIfDue(id, entry)
    return state
  }

  #keepSpent(row: SessionRow): void {
    this.#deleted.keep(row, this.#stateOf(row.id).spent)
  }

  #entryOf(id: SessionId): Entry {
    const known = this.#entries.get(id)
    if (known) return known
    const state = this.#readSaved(id)
    const entry: Entry = { state, savedSeq: state.seq, isCurrent: false }
    this.#entries.set(id, entry)
    return entry
  }

  #readSaved(id: SessionId): SummaryState {
    const json = this.#sql.load.get(id)
    // Written by `#save`, in this shape; a change of the shape empties the table by a migration.
    try {
      return json === undefined ? initSummary() : this.#shareKinds(JSON.parse(json) as SummaryState)
    } catch {
      // A damaged summary is rebuilt from the log.
      return initSummary()
    }
  }

  /** Spares reading the log again; what does not follow on is read when it is asked for. */
  #keepUp(events: readonly AnyEvent[]): void {
    const [first] = events
    const entry = first && this.#entries.get(first.sessionId)
    if (!first || !entry) return
    if (entry.state.seq !== first.seq - 1) {
      entry.isCurrent = false
      return
    }
    foldSummary(entry.state, events)
    this.#saveIfDue(first.sessionId, entry)
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
      if (entry.state.seq > entry.savedSeq) this.#save(id, entry)
    }
  }

  [Symbol.dispose](): void {
    this.#subscriptions.dispose()
  }
}

interface Row {
  readonly id: SessionId
  readonly projectId: ProjectId
  readonly spent: string
}

/** Read when somebody asks, and again after what is kept has changed. */
interface Known {
  readonly sessions: readonly SpendingSession[]
  /** In US dollars, by month (UTC) and by project. */
  readonly byMonth: ReadonlyMap<string, number>
  readonly byProject: ReadonlyMap<string, number>
}

/** What deleted sessions had spent stays spent. It is written in the transaction that deletes. */
class DeletedSpendings {
  readonly #db: Db
  readonly #sql
  #known: Known | undefined

  constructor(db: Db) {
    this.#db = db
    this.#sql = {
      list: prepareReading<[], Row>(
        db,
        'SELECT session_id AS id, project_id AS projectId, spent FROM deleted_spending',
      ),
      keep: db.prepare<[Row]>(
        'INSERT OR REPLACE INTO deleted_spending VALUES (@id, @projectId, @spent)',
      ),
      forget: db.prepare<[string]>('DELETE FROM deleted_spending WHERE session_id = ?'),
    }
  }

  list(): Iterable<SpendingSession> {
    return this.#read().sessions
  }

  /** In US dollars; the month is `2026-11`, in UTC. */
  spentIn(month: string): number {
    return this.#read().byMonth.get(month) ?? 0
  }

  spentOn(projectId: ProjectId): number {
    return this.#read().byProject.get(projectId) ?? 0
  }

  keep({ id, projectId }: SessionRow, { kinds, cells, accepted }: Spent): void {
    if (kinds.length === 0 && !accepted) return
    const spent = JSON.stringify({ kinds, cells, accepted })
    this.#sql.keep.run({ id, projectId, spent })
    this.#known = undefined
  }

  /** It is there again. */
  forget(id: SessionId): void {
    this.#sql.forget.run(id)
    this.#known = undefined
  }

  #read(): Known {
    this.#known ??= sumUp(parseStored(this.#db, () => this.#sql.list.all().map(toSession)))
    return this.#known
  }
}

function toSession({ id, projectId, spent }: Row): SpendingSession {
  // Written by `keep`, or by the migration, in this shape.
  return { id, projectId, spent: JSON.parse(spent) as Spent }
}

function sumUp(sessions: readonly SpendingSession[]): Known {
  const byMonth = new Map<string, number>()
  const byProject = new Map<string, number>()
  for (const { projectId, spent } of sessions) {
    spent.cells.costUsd.forEach((costUsd, index) => {
      const month = monthOf(spent.cells.at[index] ?? 0)
      byMonth.set(month, (byMonth.get(month) ?? 0) + costUsd)
      byProject.set(projectId, (byProject.get(projectId) ?? 0) + costUsd)
    })
  }
  return { sessions, byMonth, byProject }
}
