import type { SessionId } from '#shared/ids.ts'
import type { Db } from './database.ts'
import { prepareReading, type Reading } from './reading.ts'
import { upTo } from './up-to.ts'

interface Piece {
  readonly id: number
  readonly bytes: number
}

interface Kept {
  readonly next: Reading<[{ readonly id: SessionId }], Piece>
  readonly remove: (session: SessionId, piece: number) => void
}

/** What one transaction frees at most, but for a single row that is larger: as much as one writes. */
const FREED_BYTES = 256 * 1024
/** What a row costs beside its content, as bytes of content. */
const ROW_BYTES = 256
const ROWS = FREED_BYTES / ROW_BYTES

/** All that is kept of a session beside its own row. */
export class SessionRemains {
  readonly #kept: readonly Kept[]

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

function prepareRows(db: Db, { table, owner, bytes }: Rows): Kept {
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
function prepareContents(db: Db): Kept {
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
