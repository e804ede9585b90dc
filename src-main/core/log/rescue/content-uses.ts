import { unpackBlob } from '../blobs.ts'
import type { Db } from '../database.ts'
import type { Row } from './table-shapes.ts'

const HASH = /sha256:[0-9a-f]{64}/g
/** The column that holds a row's session, by table. */
const SESSION_COLUMNS: ReadonlyMap<string, string> = new Map([
  ['event', 'session_id'],
  ['checkpoint', 'thread_id'],
  ['checkpoint_write', 'thread_id'],
])

interface Packed {
  readonly encoding: string
  readonly content: Buffer
}

/**
 * Rebuilds the record of which sessions use which contents, from the references in their rows. If one
 * were missing, deleting a session would delete contents that another session needs.
 */
export class ContentUses {
  readonly #db: Db
  readonly #add

  constructor(db: Db) {
    this.#db = db
    db.exec(
      'CREATE TEMP TABLE found_use (session_id, hash, PRIMARY KEY (session_id, hash)) WITHOUT ROWID',
    )
    this.#add = db.prepare<[string, string]>('INSERT OR IGNORE INTO found_use VALUES (?, ?)')
  }

  /** Collects a row's references. */
  collect(table: string, row: Row): void {
    const session = row[SESSION_COLUMNS.get(table) ?? '']
    if (typeof session !== 'string') return
    for (const value of Object.values(row)) this.#collectFrom(session, value)
  }

  /** Writes the missing uses. Call it after all rows were inserted. */
  restore(): void {
    this.#collectFromTrees()
    this.#db.exec(`
      INSERT OR IGNORE INTO blob_use
        SELECT session_id, blob.id FROM found_use JOIN blob ON blob.hash = found_use.hash;
      DELETE FROM blob_use WHERE blob_id NOT IN (SELECT id FROM blob);
      DROP TABLE found_use;
    `)
  }

  #collectFrom(session: string, value: Row[string] | undefined): void {
    if (typeof value !== 'string' && !(value instanceof Uint8Array)) return
    const text = typeof value === 'string' ? value : Buffer.from(value).toString('latin1')
    for (const [hash] of text.matchAll(HASH)) this.#add.run(session, hash)
  }

  /** Collects indirect references: from a snapshot to its tree, and from there to contents of files. */
  #collectFromTrees(): void {
    const trees = this.#db.prepare<[], { session: string; hash: string }>(
      `SELECT session_id AS session, data ->> '$.tree.ref' AS hash
       FROM event WHERE kind = 'snapshot.taken'`,
    )
    const content = this.#db.prepare<[string], Packed>(
      'SELECT encoding, content FROM blob WHERE hash = ?',
    )
    for (const { session, hash } of trees.all()) {
      const tree = content.get(hash)
      if (tree) this.#collectFrom(session, Buffer.from(unpackBlob(tree)))
    }
  }
}
