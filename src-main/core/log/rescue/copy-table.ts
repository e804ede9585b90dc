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
    take: (row: Row) => void insert.run(row),
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
  try {
    return db.prepare<[], number>(`SELECT max(rowid) FROM ${table}`).pluck().get() ?? 0
  } catch {
    return FAR
  }
}

interface Reached {
  /** The last that was read; absent: none was. */
  readonly rowId?: number
  /** Nothing else is there. */
  readonly isEnd: boolean
}

function copyRows({ db, table, columns, take }: Source, where: string): Reached {
  let reached: { rowId?: number } = {}
  try {
    const sql = `SELECT rowid AS ${ROWID}, ${columns} FROM ${table} WHERE ${where}`
    for (const { [ROWID]: rowId, ...row } of db.prepare<[], Row>(sql).iterate()) {
      take(row)
      reached = { rowId: Number(rowId) }
    }
    return { ...reached, isEnd: true }
  } catch {
    return { ...reached, isEnd: false }
  }
}

function copyFromBothEnds({ db, table, columns, take }: Source, keys: readonly string[]): void {
  for (const order of ['ASC', 'DESC']) {
    const by = keys.map((key) => `${key} ${order}`).join()
    try {
      const rows = db.prepare<[], Row>(`SELECT ${columns} FROM ${table} ORDER BY ${by}`)
      for (const row of rows.iterate()) take(row)
      return
    } catch {
      // Damaged on the way: what is behind it is reached from the other end.
    }
  }
}
