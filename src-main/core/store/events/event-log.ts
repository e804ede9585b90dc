import type { AnyEvent, Draft, EventFor, Kind } from '#shared/events/index.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { assert } from '#shared/lib/assert.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { CommitQueue } from '../commits/commit-queue.ts'
import { type Db, prepareReading } from '../database/database.ts'
import { type Accepted, accept, type EventRow, readEvent } from './event-row.ts'
import { follow } from './follow.ts'

/** The seqs to read: those after `after`, up to and including `through`. */
interface SeqRange {
  readonly after?: number
  readonly through?: number
}

const PAGE = 512
/** How many seqs are gone through at once for some kinds of events. */
const SCANNED = 1_024

/** What a log goes on with that was copied up to a moment. */
export interface Continuation {
  /** The ends of what was open then. */
  readonly ended: readonly Draft[]
  readonly drafts: readonly Draft[]
}

/** The append-only log of session events: the only thing this application writes down as truth. */
export class EventLog implements Disposable {
  readonly #appended = new Emitter<readonly AnyEvent[]>()
  /** Called after each commit, in order; the events of one call are of one session. */
  readonly onDidAppend = this.#appended.event
  readonly #forgotten = new Emitter<SessionId>()
  /** Called when a session was deleted: whoever follows it comes to an end. */
  readonly onDidForget = this.#forgotten.event
  readonly #db: Db
  readonly #queue: CommitQueue
  readonly #clock: Clock
  readonly #lastAt = new Map<SessionId, number>()
  readonly #sql

  constructor(db: Db, queue: CommitQueue, clock: Clock) {
    this.#db = db
    this.#queue = queue
    this.#clock = clock
    this.#sql = {
      insert: db.prepare(
        `INSERT INTO event (session_id, seq, at, kind, version,
           run_id, span_id, parent_span_id, agent_id, data)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ),
      page: prepareReading<[string, number, number], EventRow>(
        db,
        `SELECT seq, at, kind, version, run_id, span_id, parent_span_id, agent_id, data
         FROM event WHERE session_id = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ${PAGE}`,
      ),
      approvals: prepareReading<[string], EventRow>(
        db,
        `SELECT seq, at, kind, version, run_id, span_id, parent_span_id, agent_id, data FROM event
         WHERE session_id = ? AND kind IN ('approval.requested', 'approval.decided') ORDER BY seq`,
      ),
      kinds: prepareReading<[string, number, number, string], EventRow>(
        db,
        `SELECT seq, at, kind, version, run_id, span_id, parent_span_id, agent_id, data FROM event
         WHERE session_id = ? AND seq > ? AND seq <= ?
           AND kind IN (SELECT value FROM json_each(?)) ORDER BY seq`,
      ),
      last: prepareReading<[string], { seq: number; at: number }>(
        db,
        'SELECT seq, at FROM event WHERE session_id = ? ORDER BY seq DESC LIMIT 1',
      ),
      session: prepareReading<[string]>(
        db,
        'SELECT 1 FROM session WHERE id = ? AND is_deleted = 0',
      ),
    }
  }

  /**
   * Appends all drafts or none. What is appended in one turn of the event loop is committed
   * together; resolves once it is durable. A draft that is not what its kind says throws at once.
   * `alongside` writes in the same transaction, before the events.
   */
  append(
    sessionId: SessionId,
    drafts: readonly Draft[],
    alongside?: () => void,
  ): Promise<readonly AnyEvent[]> {
    const write = this.#toWrite(sessionId, drafts, alongside)
    return this.#queue.enqueue(write, (events) => this.#announce(events))
  }

  /**
   * As `append`, to a log that was copied up to a moment: what is `ended` there ended with its last
   * event, the others happen now.
   */
  continueCopy(
    sessionId: SessionId,
    { ended, drafts }: Continuation,
    alongside: () => void,
  ): Promise<readonly AnyEvent[]> {
    const accepted = [...ended, ...drafts].map(accept)
    const now = this.#timeFor(sessionId)
    const then = this.#sql.last.get(sessionId)?.at ?? now
    return this.#queue.enqueue(
      () => {
        alongside()
        return this.#write(sessionId, accepted, (index) => (index < ended.length ? then : now))
      },
      (events) => this.#announce(events),
    )
  }

  /** As `append`, with the next commit or within 20 ms: for what nobody waits to be durable. */
  appendSoon(
    sessionId: SessionId,
    drafts: readonly Draft[],
    alongside?: () => void,
  ): Promise<readonly AnyEvent[]> {
    const write = this.#toWrite(sessionId, drafts, alongside)
    return this.#queue.enqueueSoon(write, (events) => this.#announce(events))
  }

  /** Appends what was recorded elsewhere from its beginning, with the places and times it had there. */
  adopt(
    sessionId: SessionId,
    recorded: readonly AnyEvent[],
    alongside: () => void,
  ): Promise<readonly AnyEvent[]> {
    assert(
      recorded.every(({ seq }, index) => seq === index + 1),
      'a recording is whole, and in order',
    )
    const accepted = recorded.map(accept)
    return this.#queue.enqueue(
      () => {
        alongside()
        return this.#write(sessionId, accepted, (index) => recorded[index]?.at ?? 0)
      },
      (events) => this.#announce(events),
    )
  }

  /** Reads in pages. Kinds we do not know are left out; a newer version of one we know throws. */
  *read(sessionId: SessionId, range: SeqRange = {}): Generator<readonly AnyEvent[]> {
    const { after = 0, through = Number.MAX_SAFE_INTEGER } = range
    for (let cursor = after; cursor < through; ) {
      const rows = this.#sql.page.all(sessionId, cursor, through)
      const last = rows.at(-1)
      if (!last) return
      const events = rows
        .map((row) => readEvent(this.#db, sessionId, row))
        .filter((event) => event !== undefined)
      if (events.length > 0) yield events
      cursor = last.seq
    }
  }

  /** The events of some kinds alone, in pages that are short to read; some of them are empty. */
  *readKinds<K extends Kind>(
    sessionId: SessionId,
    kinds: readonly K[],
  ): Generator<readonly EventFor<K>[]> {
    const isWanted = (event: AnyEvent | undefined): event is EventFor<K> =>
      event !== undefined && kinds.some((kind) => kind === event.kind)
    const last = this.lastSeq(sessionId)
    for (let after = 0; after < last; after += SCANNED) {
      const rows = this.#sql.kinds.all(sessionId, after, after + SCANNED, JSON.stringify(kinds))
      yield rows.map((row) => readEvent(this.#db, sessionId, row)).filter(isWanted)
    }
  }

  /** What people were asked in a session and what they said, oldest first. */
  readApprovals(
    sessionId: SessionId,
  ): readonly (EventFor<'approval.requested'> | EventFor<'approval.decided'>)[] {
    return this.#sql.approvals
      .all(sessionId)
      .map((row) => readEvent(this.#db, sessionId, row))
      .filter((event) => event?.kind === 'approval.requested' || event?.kind === 'approval.decided')
  }

  /** 0 for a session without events. */
  lastSeq(sessionId: SessionId): number {
    return this.#sql.last.get(sessionId)?.seq ?? 0
  }

  /** Time of the last event, in milliseconds since the epoch; 0 for a session without events. */
  lastAt(sessionId: SessionId): number {
    return this.#sql.last.get(sessionId)?.at ?? 0
  }

  /**
   * Everything after `after`, then whatever is appended, in order, each event once, until aborted or
   * the session is deleted. A reader that falls behind is fed from the log, so it holds nothing up and misses nothing.
   */
  follow(
    sessionId: SessionId,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<readonly AnyEvent[]> {
    return follow(this, { sessionId, after, signal })
  }

  /** Ends what follows a session that was deleted. */
  forget(sessionId: SessionId): void {
    this.#lastAt.delete(sessionId)
    this.#forgotten.fire(sessionId)
  }

  #toWrite(
    sessionId: SessionId,
    drafts: readonly Draft[],
    alongside: (() => void) | undefined,
  ): () => readonly AnyEvent[] {
    const accepted = drafts.map(accept)
    const at = this.#timeFor(sessionId)
    return () => {
      alongside?.()
      return this.#write(sessionId, accepted, () => at)
    }
  }

  #timeFor(sessionId: SessionId): number {
    const last = this.#lastAt.get(sessionId) ?? this.#sql.last.get(sessionId)?.at ?? 0
    const at = Math.max(this.#clock.now(), last)
    this.#lastAt.set(sessionId, at)
    return at
  }

  #write(
    sessionId: SessionId,
    accepted: readonly Accepted[],
    timeOf: (index: number) => number,
  ): readonly AnyEvent[] {
    if (!this.#sql.session.get(sessionId)) {
      throw new AppError('not-found', `There is no session ${sessionId}: it may have been deleted.`)
    }
    const last = this.lastSeq(sessionId)
    return accepted.map(({ draft, version }, index) => {
      const at = timeOf(index)
      const event: AnyEvent = { ...draft, sessionId, seq: last + index + 1, at }
      this.#insert(event, version)
      return event
    })
  }

  #insert(event: AnyEvent, version: number): void {
    this.#sql.insert.run(
      event.sessionId,
      event.seq,
      event.at,
      event.kind,
      version,
      event.runId ?? null,
      event.spanId ?? null,
      event.parentSpanId ?? null,
      event.agentId ?? null,
      JSON.stringify(event.data),
    )
  }

  #announce(events: readonly AnyEvent[]): void {
    if (events.length > 0) this.#appended.fire(events)
  }

  [Symbol.dispose](): void {
    this.#appended[Symbol.dispose]()
    this.#forgotten[Symbol.dispose]()
  }
}
