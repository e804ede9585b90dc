import type { AnyEvent } from '#shared/events/index.ts'
import type { BlobRef } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { unpackBlob } from '../blobs/blobs.ts'
import { type Db, prepareReading } from '../database/database.ts'
import { type EventRow, readEvent } from '../events/event-row.ts'
import { openForReader } from '../opening/open-database.ts'
import { INDEXED_CHARS } from './event-texts.ts'

export interface ListedSession {
  readonly id: SessionId
  readonly projectId: ProjectId
  readonly lastSeq: number
}

interface Page {
  readonly events: readonly AnyEvent[]
  /** The last seq that was looked at, whether or not its kind is known. */
  readonly through: number
}

/** The events of one span, from one seq through another. */
interface StreamRange {
  readonly sessionId: SessionId
  readonly spanId: string
  readonly first: number
  readonly through: number
}

/** A larger content is found by its beginning alone: all of it would have to be unpacked. */
const UNPACKED_BYTES = 4 * 1024 * 1024
const COLUMNS = 'seq, at, kind, version, run_id, span_id, parent_span_id, agent_id, data'

/** Reads the log for the index, over a connection of its own. */
export class StoreReader implements Disposable {
  readonly #db: Db
  readonly #sql

  constructor(dataDir: string) {
    const db = openForReader(dataDir)
    this.#db = db
    this.#sql = prepare(db)
  }

  /** Newest first; without those that are being deleted. */
  list(): readonly ListedSession[] {
    return this.#sql.list.all()
  }

  /** `undefined`: it was deleted. */
  find(id: SessionId): ListedSession | undefined {
    return this.#sql.find.get(id)
  }

  /** At most `limit` events after `after`; `undefined` where there are none. */
  read(id: SessionId, { after, limit }: { after: number; limit: number }): Page | undefined {
    const rows = this.#sql.page.all(id, after, limit)
    const through = rows.at(-1)?.seq
    return through === undefined ? undefined : { events: this.#toEvents(id, rows), through }
  }

  /** `undefined`: there is none, or its kind is not known. */
  event(id: SessionId, seq: number): AnyEvent | undefined {
    const row = this.#sql.event.get(id, seq)
    return row && readEvent(this.#db, id, row)
  }

  /** What was streamed within a span. */
  stream({ sessionId, spanId, first, through }: StreamRange): readonly AnyEvent[] {
    return this.#toEvents(sessionId, this.#sql.stream.all(sessionId, first, through, spanId))
  }

  /** The beginning of a content; `undefined` where it is not to be had. */
  readonly content = ({ ref, bytes }: BlobRef): string | undefined => {
    if (bytes > UNPACKED_BYTES) return undefined
    const row = this.#sql.content.get(ref)
    // A character takes four bytes at most.
    const content = row && tryUnpacking(row)
    return content && Buffer.from(content).toString('utf8', 0, INDEXED_CHARS * 4)
  }

  #toEvents(id: SessionId, rows: readonly EventRow[]): readonly AnyEvent[] {
    return rows.map((row) => readEvent(this.#db, id, row)).filter((event) => event !== undefined)
  }

  [Symbol.dispose](): void {
    this.#db.close()
  }
}

/** Returns `undefined` for damaged content, so that the rest of its session stays searchable. */
function tryUnpacking(row: { encoding: string; content: Buffer }): Uint8Array | undefined {
  try {
    return unpackBlob(row)
  } catch (error) {
    if (AppError.is(error)) return undefined
    throw error
  }
}

function prepare(db: Db) {
  const listed = `SELECT id, project_id AS projectId, coalesce(
      (SELECT max(seq) FROM event WHERE session_id = session.id), 0) AS lastSeq
    FROM session WHERE is_deleted = 0`
  return {
    list: prepareReading<[], ListedSession>(db, `${listed} ORDER BY created_at DESC`),
    find: prepareReading<[string], ListedSession>(db, `${listed} AND id = ?`),
    page: prepareReading<[string, number, number], EventRow>(
      db,
      `SELECT ${COLUMNS} FROM event WHERE session_id = ? AND seq > ? ORDER BY seq LIMIT ?`,
    ),
    event: prepareReading<[string, number], EventRow>(
      db,
      `SELECT ${COLUMNS} FROM event WHERE session_id = ? AND seq = ?`,
    ),
    stream: prepareReading<[string, number, number, string], EventRow>(
      db,
      `SELECT ${COLUMNS} FROM event WHERE session_id = ? AND seq BETWEEN ? AND ? AND span_id = ?
       AND kind IN ('model.delta', 'terminal.output') ORDER BY seq`,
    ),
    content: prepareReading<[string], { encoding: string; content: Buffer }>(
      db,
      'SELECT encoding, content FROM blob WHERE hash = ?',
    ),
  }
}
