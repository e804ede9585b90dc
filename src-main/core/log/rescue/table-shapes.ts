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

/** The columns of a table. Every table of a store is `STRICT`, so stored values have these types. */
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
 * Finds the table that a row belongs to: the owner of its page if the row fits that table, otherwise the
 * only table that it fits. Index entries on pages without a known owner are ambiguous and belong to none.
 */
export function findTable(
  shapes: readonly TableShape[],
  stored: StoredRow,
  owner: string | undefined,
): TableShape | undefined {
  const matching = shapes.filter((shape) => fits(shape, stored))
  const ownerShape = matching.find(({ name }) => name === owner)
  if (ownerShape || stored.rowId === undefined) return ownerShape
  return matching.length === 1 ? matching[0] : undefined
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

export function toRow({ columns }: TableShape, { rowId, values }: StoredRow): Row {
  return Object.fromEntries(
    columns.map(({ name, isRowId }, index) => [
      name,
      isRowId ? (rowId ?? null) : (values[index] ?? null),
    ]),
  )
}
