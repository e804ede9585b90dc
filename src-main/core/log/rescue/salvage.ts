import Database from 'better-sqlite3'
import type { Db } from '../database.ts'
import { createSchema } from '../open-database.ts'
import { BtreePage, type StoredRow } from './btree-page.ts'
import { isUsable } from './check-row.ts'
import { completeSessions } from './complete-sessions.ts'
import { ContentUses } from './content-uses.ts'
import { PageOwners } from './page-owners.ts'
import { PAGE_BYTES, Pages } from './pages.ts'
import { findTable, type Row, readShapes, type TableShape, toRow } from './table-shapes.ts'

/** What was rescued from a damaged store. */
export interface Salvaged {
  readonly sessions: number
  /** Sessions with at least one event that couldn't be read. */
  readonly incompleteSessions: number
  readonly events: number
  readonly lostEvents: number
  /** How much of the file was read before time ran out: 1 is all of it. */
  readonly readShare: number
}

export interface SalvageOptions {
  readonly migrations: readonly string[]
  /** How long reading may take. What was rescued by then is completed and kept. */
  readonly budgetMs: number
  /** Called with the share of the file that was read, from 0 to 1. */
  readonly onProgress: (share: number) => void
}

/**
 * Copies every row of a damaged store that its own page, and the pages of its overflow chain, still
 * hold into an empty file, and completes the sessions there. It goes through the file page by page, so
 * that its time and memory don't depend on how the file is damaged.
 */
export function salvage(file: string, into: Db, options: SalvageOptions): Salvaged {
  into.pragma('foreign_keys = OFF')
  // The draft is thrown away unless all of it was written and synchronized.
  into.pragma('journal_mode = OFF')
  into.pragma('synchronous = OFF')
  using pages = new Pages(file, { withLog: true })
  createSchema(into, options.migrations.slice(0, versionOf(pages, options.migrations)))
  const run = into.transaction(() => salvageInto(into, { file, pages, options }))
  return run()
}

const USER_VERSION_AT = 60

/** How many migrations the file has run, as its header says; all of them if that can't be. */
function versionOf(pages: Pages, migrations: readonly string[]): number {
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
    // What the write-ahead log replaces may hold rows that are nowhere else.
    using withoutLog = new Pages(file, { withLog: false })
    reader.readReplaced(withoutLog, pages)
  }
  uses.restore()
  const rowsAtMost = Math.ceil((pages.count * PAGE_BYTES) / LEAST_ROW_BYTES)
  const completed = completeSessions(into, { file, rowsAtMost })
  return { ...completed, readShare: reader.share }
}

/** No event takes less in a file: more of them can't be missing. */
const LEAST_ROW_BYTES = 48
/** How many pages are read between two looks at the clock. */
const PAGES_PER_LOOK = 32

/** Reads rows from pages and inserts those that are usable. */
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

  /** Reads contents last: if time runs out, sessions matter more. */
  read(pages: Pages): void {
    const owners = new PageOwners(pages, this.#roots)
    const isContent = (page: number) => owners.ownerOf(page) === 'blob'
    const isWhole =
      this.#readSome(pages, owners, (page) => !isContent(page)) &&
      this.#readSome(pages, owners, isContent)
    if (isWhole) this.share = 1
  }

  /** Reads the pages of the file that the write-ahead log has other versions of. */
  readReplaced(withoutLog: Pages, pages: Pages): void {
    const owners = new PageOwners(withoutLog, this.#roots)
    this.#readSome(withoutLog, owners, (page) => pages.isLogged(page))
  }

  /** Returns whether there was time for all of them. */
  #readSome(pages: Pages, owners: PageOwners, isWanted: (page: number) => boolean): boolean {
    for (let page = 1; page <= pages.count; page += 1) {
      if (page % PAGES_PER_LOOK === 0 && !this.#hasTime(page / pages.count)) return false
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
    for (const stored of page.rows(pages)) this.#take(stored, owner)
  }

  #take(stored: StoredRow, owner: string | undefined): void {
    const shape = findTable(this.#shapes, stored, owner)
    if (!shape) return
    const row = toRow(shape, stored)
    if (!isUsable(shape.name, row)) return
    if (this.#insert(shape.name, row)) this.#uses.collect(shape.name, row)
  }

  /** A row that breaks a constraint was damaged, or is an older version of one that is there. */
  #insert(table: string, row: Row): boolean {
    try {
      return (this.#inserts.get(table)?.run(row).changes ?? 0) > 0
    } catch (error) {
      const isOfRow = error instanceof Database.SqliteError && /^SQLITE_CONSTRAINT/.test(error.code)
      if (!isOfRow) throw error
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
