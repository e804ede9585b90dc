import Database from 'better-sqlite3'
import type { Db } from '../database.ts'

type Row = Record<string, unknown>
type Take = (row: Row) => void

const ROWID = 'rowid_of_row'

/**
 * Copies the rows of a table that can be read: around each damaged stretch, where the table has row
 * ids; else from its beginning and from its end.
 */
export function copyTable(from: Db, into: Db, table: string): void {
  const columns = columnsOf(into, table)
  const places = columns.map((name) => `@${name}`)
  const insert = into.prepare(
    `INSERT OR IGNORE INTO ${table} (${columns.join()}) VALUES (${places.join()})`,
  )
  const source = {
    db: from,
    table,
    columns: columns.join(),
    take: (row: Row) => takeUsable(() => insert.run(row)),
  }
  if (hasRowIds(into, table)) copyByRowId(source)
  else copyFromBothEnds(source, keysOf(into, table))
}

interface Source {
  readonly db: Db
  readonly table: string
  readonly columns: string
  readonly take: Take
}

/** What is no row of this table was damaged. Whatever else keeps it from being written is not of the row. */
function takeUsable(insert: () => void): void {
  try {
    insert()
  } catch (error) {
    const isOfRow = error instanceof Database.SqliteError && /^SQLITE_CONSTRAINT/.test(error.code)
    if (!isOfRow) throw error
  }
}

/** `undefined`: it can't be read. */
function tryReading<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Database.SqliteError) return undefined
    throw error
  }
}

/** Takes rows up to the first that can't be read; answers whether there was none such. */
function takeReadable({ db, take }: Source, sql: string): boolean {
  const rows = tryReading(() => db.prepare<[], Row>(sql).iterate())
  if (!rows) return false
  try {
    for (;;) {
      const next = tryReading(() => rows.next())
      if (!next || next.done) return next !== undefined
      take(next.value)
    }
  } finally {
    rows.return?.()
  }
}

function columnsOf(db: Db, table: string): readonly string[] {
  return db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)
}

function keysOf(db: Db, table: string): readonly string[] {
  const sql = 'SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk'
  return db.prepare<[string], string>(sql).pluck().all(table)
}

function hasRowIds(db: Db, table: string): boolean {
  const isWithout = db.prepare<[string], number>('SELECT wr FROM pragma_table_list(?)').pluck()
  return isWithout.get(table) === 0
}

/** What lies behind a damaged stretch is looked for in steps that grow, then from there back to it. */
function copyByRowId(source: Source): void {
  const last = lastRowId(source)
  for (let after = 0, step = 0; after < last; ) {
    const reached = copyRows(source, `rowid > ${after} ORDER BY rowid`)
    if (reached.isEnd) return
    if (step > 0 && reached.rowId !== undefined) {
      copyRows(source, `rowid BETWEEN ${after - step} AND ${after} ORDER BY rowid DESC`)
      step = 0
    }
    step = Math.max(1, step * 2)
    after = (reached.rowId ?? after) + step
  }
}

/** More rows than a store has: where not even the end can be read. */
const FAR = 2 ** 32

function lastRowId({ db, table }: Source): number {
  const sql = `SELECT max(rowid) FROM ${table}`
  const last = tryReading(() => ({ rowId: db.prepare<[], number>(sql).pluck().get() ?? 0 }))
  return last ? last.rowId : FAR
}

interface Reached {
  /** The last that was read; absent: none was. */
  readonly rowId?: number
  /** Nothing else is there. */
  readonly isEnd: boolean
}

function copyRows(source: Source, where: string): Reached {
  const { table, columns } = source
  let reached: { rowId?: number } = {}
  const take = ({ [ROWID]: rowId, ...row }: Row) => {
    source.take(row)
    reached = { rowId: Number(rowId) }
  }
  const sql = `SELECT rowid AS ${ROWID}, ${columns} FROM ${table} WHERE ${where}`
  const isEnd = takeReadable({ ...source, take }, sql)
  return { ...reached, isEnd }
}

/** What is behind a damaged stretch is reached from the other end. */
function copyFromBothEnds(source: Source, keys: readonly string[]): void {
  for (const order of ['ASC', 'DESC']) {
    const by = keys.map((key) => `${key} ${order}`).join()
    const { columns, table } = source
    if (takeReadable(source, `SELECT ${columns} FROM ${table} ORDER BY ${by}`)) return
  }
}
