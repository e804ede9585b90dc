import { AppError } from '#shared/lib/app-error.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import type { CommitQueue } from '../commits/commit-queue.ts'
import type { Db } from '../database/database.ts'
import type { SessionRow } from './session-summary.ts'

/** Which events of which session. */
export interface Beginning {
  readonly from: SessionId
  readonly through: number
}

/** A text file of the session's scratch space. */
export interface ScratchText {
  readonly path: string
  readonly text: string
}

/** What one transaction copies, so that none holds the thread for long. */
const EVENTS = 500
const USES = 2_000

interface Stretch {
  readonly id: SessionId
  readonly from: SessionId
  readonly after: number
  readonly through: number
}

/**
 * Copies the beginning of a session, with its checkpoints and uses of contents, as another. Until
 * `show` it counts as one being deleted: nobody sees it, and what a crash leaves of it is freed at the
 * next start.
 */
export class SessionCopy {
  readonly #queue: CommitQueue
  readonly #sql

  constructor(db: Db, queue: CommitQueue) {
    this.#queue = queue
    this.#sql = prepare(db)
  }

  async make(row: SessionRow, { from, through }: Beginning): Promise<void> {
    await this.#queue.enqueue(() => this.#sql.insert.run(row))
    for (let after = 0; after < through; after += EVENTS) {
      const end = Math.min(through, after + EVENTS)
      await this.#queue.enqueue(() => this.#copyEvents({ id: row.id, from, after, through: end }))
    }
    await this.#copyUses(row.id, from)
  }

  /** As part of a job's transaction. Fails where the other session was deleted meanwhile. */
  show(row: SessionRow, { through }: Beginning, texts: readonly ScratchText[]): void {
    if (this.#sql.count.get(row.id) !== through) throw gone()
    for (const { path, text } of texts) {
      this.#sql.addText.run({ scope: row.id, path, text, at: row.createdAt })
    }
    this.#sql.show.run(row.id)
  }

  #copyEvents(stretch: Stretch): void {
    this.#sql.events.run(stretch)
    this.#sql.checkpoints.run(stretch)
  }

  async #copyUses(id: SessionId, from: SessionId): Promise<void> {
    for (let after: number | null = 0; after !== null; ) {
      const stretch: { id: SessionId; from: SessionId; after: number } = { id, from, after }
      after = await this.#queue.enqueue(() => {
        const last = this.#sql.lastUse.get(stretch) ?? null
        if (last !== null) this.#sql.uses.run({ ...stretch, through: last })
        return last
      })
    }
  }
}

function gone(): AppError {
  return new AppError('conflict', 'The session was deleted while it was being forked.')
}

function prepare(db: Db) {
  const columns = 'seq, at, kind, version, run_id, span_id, parent_span_id, agent_id, data'
  return {
    insert: db.prepare<[SessionRow]>(
      `INSERT INTO session (id, project_id, root, created_at, is_deleted)
       VALUES (@id, @projectId, @root, @createdAt, 1)`,
    ),
    events: db.prepare<[Stretch]>(
      `INSERT INTO event (session_id, ${columns}) SELECT @id, ${columns} FROM event
       WHERE session_id = @from AND seq > @after AND seq <= @through ORDER BY seq`,
    ),
    // What tasks had written before their step was over may be of later: it is made again.
    checkpoints: db.prepare<[Stretch]>(
      `INSERT INTO checkpoint
       SELECT @id, namespace, id, parent_id, type, checkpoint, metadata FROM checkpoint
       WHERE thread_id = @from AND (namespace, id) IN
         (SELECT data ->> 'namespace', data ->> 'checkpointId' FROM event
          WHERE session_id = @id AND seq > @after AND seq <= @through
            AND kind = 'checkpoint.saved')`,
    ),
    lastUse: db
      .prepare<[{ id: SessionId; from: SessionId; after: number }], number | null>(
        `SELECT max(blob_id) FROM (SELECT blob_id FROM blob_use
         WHERE session_id = @from AND blob_id > @after ORDER BY blob_id LIMIT ${USES})`,
      )
      .pluck(),
    uses: db.prepare<[Stretch]>(
      `INSERT OR IGNORE INTO blob_use SELECT @id, blob_id FROM blob_use
       WHERE session_id = @from AND blob_id > @after AND blob_id <= @through`,
    ),
    count: db.prepare<[string], number>('SELECT count(*) FROM event WHERE session_id = ?').pluck(),
    addText: db.prepare<[{ scope: string; path: string; text: string; at: number }]>(
      'INSERT INTO document VALUES (@scope, @path, @text, @at)',
    ),
    show: db.prepare<[string]>('UPDATE session SET is_deleted = 0 WHERE id = ?'),
  }
}
