import type { Db } from '../database.ts'
import type { StoredRow } from './btree-page.ts'
import type { SqlValue } from './record.ts'

interface Column {
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  /** An `INTEGER PRIMARY KEY`: its value is the row's id, and the record has `NULL` in its place. */
  readonly isRowId: boolean
}

/** What the rows of a table look like. Every table of a store is `STRICT`, so the types are certain. */
export interface TableShape {
  readonly name: string
  readonly columns: readonly Column[]
  readonly hasRowId: boolean
}

export type Row = Readonly<Record<string, SqlValue>>

interface ColumnInfo {
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly pk: number
}

/** The shapes of the tables of a store. */
export function readShapes(db: Db): readonly TableShape[] {
  const tables = db.prepare<[], { name: string; wr: number }>(
    `SELECT name, wr FROM pragma_table_list
     WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`,
  )
  const columns = db.prepare<[string], ColumnInfo>('SELECT * FROM pragma_table_info(?)')
  return tables.all().map(({ name, wr }) => {
    const hasRowId = wr === 0
    return { name, hasRowId, columns: columns.all(name).map((each) => toColumn(each, hasRowId)) }
  })
}

function toColumn({ name, type, notnull, pk }: ColumnInfo, hasRowId: boolean): Column {
  const isRowId = hasRowId && pk > 0 && type === 'INTEGER'
  return { name, type, isRowId, isNullable: notnull === 0 && pk === 0 }
}

/**
 * Finds the table that a row belongs to: the owner of its page if the row looks like one of its rows,
 * otherwise the only table whose rows look like it. Entries of an index without a known owner can't be
 * told from each other.
 */
export function findTable(
  shapes: readonly TableShape[],
  stored: StoredRow,
  owner: string | undefined,
): TableShape | undefined {
  const fitting = shapes.filter((shape) => fits(shape, stored))
  const owning = fitting.find(({ name }) => name === owner)
  if (owning || stored.rowId === undefined) return owning
  return fitting.length === 1 ? fitting[0] : undefined
}

function fits({ columns, hasRowId }: TableShape, { rowId, values }: StoredRow): boolean {
  if (hasRowId !== (rowId !== undefined) || values.length > columns.length) return false
  return columns.every((column, index) => fitsColumn(column, values[index] ?? null))
}

function fitsColumn({ type, isNullable, isRowId }: Column, value: SqlValue): boolean {
  if (value === null) return isNullable || isRowId
  if (isRowId) return false
  switch (type) {
    case 'TEXT':
      return typeof value === 'string'
    case 'BLOB':
      return value instanceof Uint8Array
    case 'REAL':
      return typeof value === 'number' && Number.isFinite(value)
    case 'INTEGER':
      return Number.isInteger(value)
    default:
      return false
  }
}

/** The row by the names of its columns. */
export function toRow({ columns }: TableShape, { rowId, values }: StoredRow): Row {
  return Object.fromEntries(
    columns.map(({ name, isRowId }, index) => [
      name,
      isRowId ? (rowId ?? null) : (values[index] ?? null),
    ]),
  )
}
