import { unpackBlob } from '../blobs.ts'
import type { Db } from '../database.ts'
import type { Row } from './table-shapes.ts'

const HASH = /sha256:[0-9a-f]{64}/g
/** Which column has the session that a table's rows belong to. */
const OWNERS: ReadonlyMap<string, string> = new Map([
  ['event', 'session_id'],
  ['checkpoint', 'thread_id'],
  ['checkpoint_write', 'thread_id'],
])

interface Packed {
  readonly encoding: string
  readonly content: Buffer
}

/**
 * Finds out again which sessions use which contents, from what refers to them. If a use were missing,
 * deleting one session would delete contents that another one needs.
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

  /** Collects what a row refers to. */
  collect(table: string, row: Row): void {
    const session = row[OWNERS.get(table) ?? '']
    if (typeof session !== 'string') return
    for (const value of Object.values(row)) this.#collectFrom(session, value)
  }

  /** Writes the uses that are missing, once all rows are there. */
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

  /** A snapshot refers to a tree, which refers to the contents of its files. */
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
