import Database from 'better-sqlite3'
import { unpackBlob } from '../blobs/blobs.ts'
import type { Db } from '../database/database.ts'
import { BtreePage, PageOwners, type StoredRow } from '../file-format/btree-page.ts'
import { PAGE_BYTES, Pages } from '../file-format/pages.ts'
import { createSchema } from '../opening/open-database.ts'
import { completeSessions } from './complete-sessions.ts'
import {
  findTable,
  isUsable,
  type Row,
  readShapes,
  type TableShape,
  toRow,
} from './table-shapes.ts'

/** Result of rescuing a damaged store. */
export interface Salvaged {
  readonly sessions: number
  /** Sessions with at least one event that couldn't be read. */
  readonly incompleteSessions: number
  readonly events: number
  readonly lostEvents: number
  /** The share of the file that was read before time ran out, from 0 to 1. */
  readonly readShare: number
}

export interface SalvageOptions {
  readonly migrations: readonly string[]
  /** Time limit for reading. The rows read by then are kept. */
  readonly budgetMs: number
  /** Called with the share of the file that was read, from 0 to 1. */
  readonly onProgress: (share: number) => void
}

/**
 * Copies every readable row of a damaged store into an empty one and makes its sessions consistent. Reads
 * the file page by page, so time and memory don't depend on the kind of damage.
 */
export function salvage(file: string, into: Db, options: SalvageOptions): Salvaged {
  into.pragma('foreign_keys = OFF')
  // The draft is deleted unless all of it was written and synchronized.
  into.pragma('journal_mode = OFF')
  into.pragma('synchronous = OFF')
  using pages = new Pages(file, { withLog: true })
  createSchema(into, options.migrations.slice(0, readVersion(pages, options.migrations)))
  const run = into.transaction(() => salvageInto(into, { file, pages, options }))
  return run()
}

const USER_VERSION_AT = 60

/** Returns the number of migrations in the file's header; all of them if that number is impossible. */
function readVersion(pages: Pages, migrations: readonly string[]): number {
  const version = pages.read(1)?.readUInt32BE(USER_VERSION_AT) ?? 0
  return version > 0 && version <= migrations.length ? version : migrations.length
}

interface Source {
  readonly file: string
  readonly pages: Pages
  readonly options: SalvageOptions
}

function salvageInto(into: Db, { file, pages, options }: Source): Salvaged {
  const uses = new ContentUses(into)
  const reader = new RowReader(into, uses, options)
  reader.read(pages)
  if (pages.hasLog) {
    // Pages that the write-ahead log replaces may hold rows that are nowhere else.
    using withoutLog = new Pages(file, { withLog: false })
    reader.readReplaced(withoutLog, pages)
  }
  uses.restore()
  const maxEvents = Math.ceil((pages.count * PAGE_BYTES) / MIN_EVENT_BYTES)
  const completed = completeSessions(into, { file, maxEvents })
  return { ...completed, readShare: reader.share }
}

/** No event takes less space in a file. */
const MIN_EVENT_BYTES = 48
const PAGES_PER_TIME_CHECK = 32

/** Reads rows from pages and inserts the usable ones. */
class RowReader {
  readonly #shapes: readonly TableShape[]
  readonly #inserts: ReadonlyMap<string, Database.Statement<[Row]>>
  readonly #roots: ReadonlyMap<string, number>
  readonly #uses: ContentUses
  readonly #options: SalvageOptions
  readonly #until: number
  share = 0

  constructor(into: Db, uses: ContentUses, options: SalvageOptions) {
    this.#shapes = readShapes(into)
    this.#inserts = new Map(this.#shapes.map((shape) => [shape.name, prepareInsert(into, shape)]))
    this.#roots = readRoots(into)
    this.#uses = uses
    this.#options = options
    this.#until = performance.now() + options.budgetMs
  }

  /** Reads contents last: if time runs out, they matter less than sessions. */
  read(pages: Pages): void {
    const owners = new PageOwners(pages, this.#roots)
    const isContent = (page: number) => owners.ownerOf(page) === 'blob'
    const isWhole =
      this.#readWhere(pages, owners, (page) => !isContent(page)) &&
      this.#readWhere(pages, owners, isContent)
    if (isWhole) this.share = 1
  }

  /** Reads the file's versions of the pages that the write-ahead log replaces. */
  readReplaced(withoutLog: Pages, pages: Pages): void {
    const owners = new PageOwners(withoutLog, this.#roots)
    this.#readWhere(withoutLog, owners, (page) => pages.isLogged(page))
  }

  /** Returns whether it read all of them before time ran out. */
  #readWhere(pages: Pages, owners: PageOwners, isWanted: (page: number) => boolean): boolean {
    for (let page = 1; page <= pages.count; page += 1) {
      if (page % PAGES_PER_TIME_CHECK === 0 && !this.#hasTime(page / pages.count)) return false
      if (isWanted(page) && !owners.isFree(page)) this.#readPage(pages, page, owners.ownerOf(page))
    }
    return true
  }

  #hasTime(share: number): boolean {
    this.share = Math.max(this.share, share)
    this.#options.onProgress(share)
    return performance.now() < this.#until
  }

  #readPage(pages: Pages, number: number, owner: string | undefined): void {
    const content = pages.read(number)
    const page = content && BtreePage.parse(content, number)
    if (!page) return
    for (const stored of page.rows(pages)) this.#insertIfUsable(stored, owner)
  }

  #insertIfUsable(stored: StoredRow, owner: string | undefined): void {
    const shape = findTable(this.#shapes, stored, owner)
    if (!shape) return
    const row = toRow(shape, stored)
    if (!isUsable(shape.name, row)) return
    if (this.#insert(shape.name, row)) this.#uses.collect(shape.name, row)
  }

  /** Skips a row that violates a constraint: it is damaged, or an older version of an inserted row. */
  #insert(table: string, row: Row): boolean {
    try {
      return (this.#inserts.get(table)?.run(row).changes ?? 0) > 0
    } catch (error) {
      const isConstraintError =
        error instanceof Database.SqliteError && /^SQLITE_CONSTRAINT/.test(error.code)
      if (!isConstraintError) throw error
      return false
    }
  }
}

function prepareInsert(into: Db, { name, columns }: TableShape): Database.Statement<[Row]> {
  const names = columns.map((column) => column.name)
  const values = names.map((column) => `@${column}`)
  return into.prepare(`INSERT OR IGNORE INTO ${name} (${names.join()}) VALUES (${values.join()})`)
}

function readRoots(db: Db): ReadonlyMap<string, number> {
  const roots = db.prepare<[], { name: string; rootpage: number }>(
    'SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0',
  )
  return new Map(roots.all().map(({ name, rootpage }) => [name, rootpage]))
}

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
class ContentUses {
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
