import type { Draft } from '#shared/events/index.ts'
import type { Hash, SessionId } from '#shared/lib/ids.ts'
import type { Blobs } from '../blobs/blobs.ts'
import type { CommitQueue } from '../commits/commit-queue.ts'
import { type Db, prepareReading } from '../database/database.ts'
import type { EventLog } from '../events/event-log.ts'

/** `checkpoint` and `metadata` are serialised, and refer to their large parts by hash. */
export interface CheckpointRow {
  /** A session's id: it is one LangGraph thread. */
  readonly threadId: string
  readonly namespace: string
  readonly id: string
  readonly parentId?: string
  readonly type: string
  readonly checkpoint: Uint8Array
  readonly metadata: Uint8Array
}

/** What a task wrote before its superstep was over. */
export interface WriteRow {
  readonly threadId: string
  readonly namespace: string
  readonly checkpointId: string
  readonly taskId: string
  readonly index: number
  readonly channel: string
  readonly type: string
  readonly value: Uint8Array
}

interface CheckpointQuery {
  readonly threadId?: string
  readonly namespace?: string
  /** Only checkpoints older than this one. */
  readonly before?: string
  readonly limit?: number
}

/** What the rows refer to, by hash. They are kept as blobs of the thread. */
type Objects = ReadonlyMap<Hash, Uint8Array>

interface StoredCheckpoint extends Omit<CheckpointRow, 'parentId'> {
  readonly parentId: string | null
}

const CHECKPOINT = `thread_id AS threadId, namespace, id, parent_id AS parentId, type,
  checkpoint, metadata`

/** LangGraph's checkpoints as plain rows over the blobs: what did not change is not stored again. */
export class CheckpointStore {
  readonly #queue: CommitQueue
  readonly #blobs: Blobs
  readonly #events: EventLog
  readonly #sql

  constructor(db: Db, parts: { queue: CommitQueue; blobs: Blobs; events: EventLog }) {
    this.#queue = parts.queue
    this.#blobs = parts.blobs
    this.#events = parts.events
    this.#sql = prepare(db)
  }

  /**
   * Saves a checkpoint, what it refers to, and the event that says so in one transaction, soon.
   * Whatever is written after it becomes durable after it; `get` sees it at once.
   */
  async put(
    row: CheckpointRow,
    objects: Objects,
    event?: { readonly sessionId: SessionId; readonly draft: Draft },
  ): Promise<void> {
    this.#adopt(row.threadId, objects)
    const write = () => this.#insert(row)
    if (event) await this.#events.appendSoon(event.sessionId, [event.draft], write)
    else await this.#queue.enqueueSoon(write)
  }

  /** Writes rows whose contents are kept already, as part of a job's transaction. */
  insertAll(rows: readonly CheckpointRow[]): void {
    for (const row of rows) this.#insert(row)
  }

  /** As `put`. Without `replace` a write that is already there stays as it is. */
  async putWrites(
    rows: readonly WriteRow[],
    objects: Objects,
    { replace }: { readonly replace: boolean },
  ): Promise<void> {
    const threadId = rows[0]?.threadId
    if (threadId === undefined) return
    this.#adopt(threadId, objects)
    const statement = replace ? this.#sql.replaceWrite : this.#sql.addWrite
    await this.#queue.enqueueSoon(() => {
      for (const row of rows) statement.run(row)
    })
  }

  /** Resolves when what was put is written: a read then never waits for the disk or another program. */
  async flush(): Promise<void> {
    await this.#queue.enqueue(() => undefined)
  }

  /** Without `id`, the latest. */
  get(threadId: string, namespace: string, id?: string): CheckpointRow | undefined {
    this.#queue.catchUp()
    const row =
      id === undefined
        ? this.#sql.latest.get(threadId, namespace)
        : this.#sql.one.get(threadId, namespace, id)
    return row && toRow(row)
  }

  /** In the order of their tasks, then of their writing. */
  writes(threadId: string, namespace: string, checkpointId: string): WriteRow[] {
    this.#queue.catchUp()
    return this.#sql.writes.all(threadId, namespace, checkpointId)
  }

  /** Newest first, read one at a time. */
  *list(query: CheckpointQuery = {}): Generator<CheckpointRow> {
    this.#queue.catchUp()
    const keys = this.#sql.keys.all({
      threadId: query.threadId ?? null,
      namespace: query.namespace ?? null,
      before: query.before ?? null,
      limit: query.limit ?? -1,
    })
    for (const { threadId, namespace, id } of keys) {
      const row = this.get(threadId, namespace, id)
      if (row) yield row
    }
  }

  object(hash: Hash): Uint8Array | undefined {
    return this.#blobs.get(hash)
  }

  /** Deletes a thread's rows. What they referred to goes with its session, whose events share it. */
  async deleteThread(threadId: string): Promise<void> {
    await this.#queue.enqueue(() => {
      this.#sql.deleteWrites.run(threadId)
      this.#sql.deleteCheckpoints.run(threadId)
    })
  }

  #adopt(threadId: string, objects: Objects): void {
    for (const [hash, content] of objects) this.#blobs.adopt(threadId, hash, content)
  }

  #insert(row: CheckpointRow): void {
    this.#sql.insert.run({ ...row, parentId: row.parentId ?? null })
  }
}

function toRow({ parentId, ...row }: StoredCheckpoint): CheckpointRow {
  return parentId === null ? row : { ...row, parentId }
}

function prepare(db: Db) {
  const writeInto = (verb: string) =>
    db.prepare<[WriteRow]>(
      `${verb} INTO checkpoint_write VALUES
        (@threadId, @namespace, @checkpointId, @taskId, @index, @channel, @type, @value)`,
    )
  return {
    insert: db.prepare<[StoredCheckpoint]>(
      `INSERT OR REPLACE INTO checkpoint VALUES
        (@threadId, @namespace, @id, @parentId, @type, @checkpoint, @metadata)`,
    ),
    addWrite: writeInto('INSERT OR IGNORE'),
    replaceWrite: writeInto('INSERT OR REPLACE'),
    one: prepareReading<[string, string, string], StoredCheckpoint>(
      db,
      `SELECT ${CHECKPOINT} FROM checkpoint WHERE thread_id = ? AND namespace = ? AND id = ?`,
    ),
    latest: prepareReading<[string, string], StoredCheckpoint>(
      db,
      `SELECT ${CHECKPOINT} FROM checkpoint WHERE thread_id = ? AND namespace = ?
       ORDER BY id DESC LIMIT 1`,
    ),
    keys: prepareReading<
      [Record<string, string | number | null>],
      { threadId: string; namespace: string; id: string }
    >(
      db,
      `SELECT thread_id AS threadId, namespace, id FROM checkpoint
       WHERE (@threadId IS NULL OR thread_id = @threadId)
         AND (@namespace IS NULL OR namespace = @namespace)
         AND (@before IS NULL OR id < @before)
       ORDER BY id DESC LIMIT @limit`,
    ),
    writes: prepareReading<[string, string, string], WriteRow>(
      db,
      `SELECT thread_id AS threadId, namespace, checkpoint_id AS checkpointId, task_id AS taskId,
         position AS "index", channel, type, value
       FROM checkpoint_write WHERE thread_id = ? AND namespace = ? AND checkpoint_id = ?
       ORDER BY task_id, position`,
    ),
    deleteWrites: db.prepare('DELETE FROM checkpoint_write WHERE thread_id = ?'),
    deleteCheckpoints: db.prepare('DELETE FROM checkpoint WHERE thread_id = ?'),
  }
}
