import type { AnyEvent, Draft } from '#shared/events/index.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { Hash, ProjectId, SessionId } from '#shared/lib/ids.ts'
import { type Blobs, upTo } from '../blobs/blobs.ts'
import type { CommitQueue } from '../commits/commit-queue.ts'
import { type Db, prepareReading, type Reading } from '../database/database.ts'
import type { Continuation, EventLog } from '../events/event-log.ts'
import { type Beginning, type ScratchText, SessionCopy } from './session-copy.ts'
import type { SessionRow } from './session-summary.ts'

const COLUMNS = 'id, project_id AS projectId, root, created_at AS createdAt'
/** Given back to the disk in one transaction. */
const PAGES = 256

/** The sessions there are. */
export class SessionTable implements Disposable {
  readonly #deleting = new Emitter<SessionRow>()
  /** Called within the transaction that deletes it. */
  readonly onWillDelete = this.#deleting.event
  readonly #adopting = new Emitter<SessionId>()
  /** Called within the transaction that brings it in. */
  readonly onWillAdopt = this.#adopting.event
  readonly #deleted = new Emitter<SessionId>()
  /** Called when a session is no longer there; what it kept may still be being freed. */
  readonly onDidDelete = this.#deleted.event
  readonly #queue: CommitQueue
  readonly #blobs: Blobs
  readonly #events: EventLog
  /** Deletions under way: the same session may be brought in again, but only after it has gone. */
  readonly #deletions = new Map<SessionId, Promise<void>>()
  readonly #remains: SessionContents
  readonly #copy: SessionCopy
  readonly #sql

  constructor(db: Db, parts: { queue: CommitQueue; blobs: Blobs; events: EventLog }) {
    this.#queue = parts.queue
    this.#blobs = parts.blobs
    this.#events = parts.events
    this.#remains = new SessionContents(db)
    this.#copy = new SessionCopy(db, parts.queue)
    this.#sql = prepare(db)
  }

  /** Writes the session and its first events in one transaction. */
  async create(row: SessionRow, drafts: readonly Draft[]): Promise<void> {
    await this.#events.append(row.id, drafts, () => this.#sql.insert.run(row))
  }

  /** Writes a session that was recorded elsewhere, with the contents it refers to, or nothing of it. */
  async adopt(
    row: SessionRow,
    { events, contents }: { events: readonly AnyEvent[]; contents: ReadonlyMap<Hash, Uint8Array> },
  ): Promise<void> {
    await this.#deletions.get(row.id)
    this.#blobs.welcome(row.id)
    await this.#events.adopt(row.id, events, () => {
      this.#sql.insert.run(row)
      this.#blobs.keep(row.id, contents)
      this.#adopting.fire(row.id)
    })
  }

  /**
   * Writes a session that begins as another did, and then goes on with `drafts`: all of it, or nothing
   * that anybody sees.
   */
  async fork(
    row: SessionRow,
    beginning: Beginning,
    rest: Continuation & { readonly texts: readonly ScratchText[] },
  ): Promise<void> {
    try {
      await this.#copy.make(row, beginning)
      const show = () => this.#copy.show(row, beginning, rest.texts)
      await this.#events.continueCopy(row.id, rest, show)
    } catch (error) {
      await this.#free(row.id)
      throw error
    }
  }

  find(id: SessionId): SessionRow | undefined {
    return this.#sql.find.get(id)
  }

  /** Newest first. */
  list(projectId?: ProjectId): SessionRow[] {
    return this.#sql.list.all({ projectId: projectId ?? null })
  }

  /**
   * Deletes its log, checkpoints, scratch documents, and the blobs no other session uses. It is gone
   * from the lists at once; resolves when everything is freed.
   */
  delete(id: SessionId): Promise<void> {
    const underWay = this.#deletions.get(id)
    if (underWay) return underWay
    const deleted = this.#delete(id).finally(() => this.#deletions.delete(id))
    this.#deletions.set(id, deleted)
    return deleted
  }

  /** Goes on with deletions that were cut off when the host last ended. */
  async finishDeletions(): Promise<void> {
    for (const { id } of this.#sql.halfDeleted.all()) await this.#free(id)
  }

  async #delete(id: SessionId): Promise<void> {
    this.#blobs.release(id)
    try {
      await this.#queue.enqueue(
        () => this.#markDeleted(id),
        () => this.#announceDeletion(id),
      )
    } catch (error) {
      this.#blobs.welcome(id)
      throw error
    }
    await this.#free(id)
  }

  #markDeleted(id: SessionId): void {
    const row = this.find(id)
    if (row) this.#deleting.fire(row)
    this.#sql.markDeleted.run(id)
  }

  #announceDeletion(id: SessionId): void {
    this.#events.forget(id)
    this.#deleted.fire(id)
  }

  async #free(id: SessionId): Promise<void> {
    await this.#repeat(() => this.#remains.freeSome(id))
    await this.#queue.enqueue(() => this.#sql.remove.run(id))
    await this.#repeat(() => this.#shrink())
  }

  async #repeat(deleteBatch: () => number): Promise<void> {
    while ((await this.#queue.enqueue(deleteBatch)) > 0);
  }

  /** Gives pages back to the disk; answers how many it could give. */
  #shrink(): number {
    const before = this.#sql.freePages.get() ?? 0
    this.#sql.vacuum()
    return before - (this.#sql.freePages.get() ?? 0)
  }

  [Symbol.dispose](): void {
    this.#deleting[Symbol.dispose]()
    this.#adopting[Symbol.dispose]()
    this.#deleted[Symbol.dispose]()
  }
}

function prepare(db: Db) {
  return {
    insert: db.prepare<[SessionRow]>(
      `INSERT INTO session (id, project_id, root, created_at)
       VALUES (@id, @projectId, @root, @createdAt)`,
    ),
    find: prepareReading<[string], SessionRow>(
      db,
      `SELECT ${COLUMNS} FROM session WHERE id = ? AND is_deleted = 0`,
    ),
    list: prepareReading<[{ projectId: ProjectId | null }], SessionRow>(
      db,
      `SELECT ${COLUMNS} FROM session
       WHERE is_deleted = 0 AND (@projectId IS NULL OR project_id = @projectId)
       ORDER BY created_at DESC, id`,
    ),
    markDeleted: db.prepare('UPDATE session SET is_deleted = 1 WHERE id = ?'),
    halfDeleted: prepareReading<[], { id: SessionId }>(
      db,
      'SELECT id FROM session WHERE is_deleted = 1',
    ),
    remove: db.prepare('DELETE FROM session WHERE id = ? AND is_deleted = 1'),
    vacuum: () => db.exec(`PRAGMA incremental_vacuum(${PAGES})`),
    freePages: db.prepare<[], number>('PRAGMA freelist_count').pluck(),
  }
}

interface Piece {
  readonly id: number
  readonly bytes: number
}

interface OwnedRows {
  readonly next: Reading<[{ readonly id: SessionId }], Piece>
  readonly remove: (session: SessionId, piece: number) => void
}

/** What one transaction frees at most, but for a single row that is larger: as much as one writes. */
const FREED_BYTES = 256 * 1024
/** What a row costs beside its content, as bytes of content. */
const ROW_BYTES = 256
const ROWS = FREED_BYTES / ROW_BYTES

/** Rows and contents of a session in other tables, deleted with it. */
class SessionContents {
  readonly #kept: readonly OwnedRows[]

  constructor(db: Db) {
    const rowsOf = (table: string, owner: string, bytes: string) =>
      prepareRows(db, { table, owner, bytes })
    this.#kept = [
      rowsOf('event', 'session_id', 'octet_length(data)'),
      rowsOf('checkpoint_write', 'thread_id', 'octet_length(value)'),
      rowsOf('checkpoint', 'thread_id', 'octet_length(checkpoint) + octet_length(metadata)'),
      rowsOf('document', 'scope', 'octet_length(text)'),
      rowsOf('summary', 'session_id', 'octet_length(state)'),
      prepareContents(db),
    ]
  }

  /** As much as one transaction bears, so that none holds the thread for long; answers how many rows. */
  freeSome(session: SessionId): number {
    for (const { next, remove } of this.#kept) {
      const pieces = upTo(FREED_BYTES, next.all({ id: session }), ({ bytes }) => bytes + ROW_BYTES)
      for (const { id } of pieces) remove(session, id)
      if (pieces.length > 0) return pieces.length
    }
    return 0
  }
}

interface Rows {
  readonly table: string
  /** The column that says whose they are. */
  readonly owner: string
  /** How large one is, as SQL. */
  readonly bytes: string
}

function prepareRows(db: Db, { table, owner, bytes }: Rows): OwnedRows {
  const remove = db.prepare(`DELETE FROM ${table} WHERE rowid = ?`)
  return {
    next: prepareReading(
      db,
      `SELECT rowid AS id, ${bytes} AS bytes FROM ${table} WHERE ${owner} = @id LIMIT ${ROWS}`,
    ),
    remove: (_session, piece) => remove.run(piece),
  }
}

/** A content goes with its last use, at once: what is stored next may get its id. */
function prepareContents(db: Db): OwnedRows {
  const removeUse = db.prepare('DELETE FROM blob_use WHERE session_id = ? AND blob_id = ?')
  const removeUnused = db.prepare(
    `DELETE FROM blob WHERE id = @piece
     AND NOT EXISTS (SELECT 1 FROM blob_use WHERE blob_id = @piece)`,
  )
  return {
    next: prepareReading(
      db,
      `SELECT blob_id AS id, coalesce(bytes, 0) AS bytes
       FROM blob_use LEFT JOIN blob ON blob.id = blob_id WHERE session_id = @id LIMIT ${ROWS}`,
    ),
    remove: (session, piece) => {
      removeUse.run(session, piece)
      removeUnused.run({ piece })
    },
  }
}
