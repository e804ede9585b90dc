import { createHash } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { z } from 'zod'
import type { EventKind } from '#shared/events/define.ts'
import { eventKinds } from '#shared/events/index.ts'
import { ProjectTask } from '#shared/events/task.ts'
import { ProjectId, RuleId, RunId, SessionId, SpanId } from '#shared/lib/ids.ts'
import type { Db } from '../database/database.ts'
import { upcastData } from '../events/event-row.ts'
import type { StoredRow } from '../file-format/btree-page.ts'
import type { SqlValue } from '../file-format/record.ts'

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

/** Whether Orrery could have written a row. Rows of tables without a check always pass. */
export function isUsable(table: string, row: Row): boolean {
  return checks.get(table)?.(row) ?? true
}

/** Times after this can only come from damage. */
const MAX_TIME_MS = Date.UTC(2200)

const EventRow = z.object({
  session_id: SessionId,
  seq: z.int().positive(),
  at: z.number().nonnegative().max(MAX_TIME_MS),
  kind: z.string().regex(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/),
  version: z.int().positive(),
  run_id: RunId.nullable(),
  span_id: SpanId.nullable(),
  parent_span_id: SpanId.nullable(),
  agent_id: SpanId.nullable(),
})

const json = z.string().transform((text, context) => {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    context.addIssue({ code: 'custom', message: 'not JSON' })
    return z.NEVER
  }
})

/** Whether an event's data matches the schema of its kind. Unknown kinds and newer versions pass. */
function isEvent(row: Row): boolean {
  const { success } = EventRow.safeParse(row)
  const data = json.safeParse(row['data'])
  if (!success || !data.success) return false
  const kind = eventKinds.get(String(row['kind']))
  const version = Number(row['version'])
  if (!kind || version > kind.version) return true
  return kind.data.safeParse(tryUpcast(kind, version, data.data)).success
}

/** Returns `undefined` if an upcast throws, as it may for damaged data. */
function tryUpcast(kind: EventKind, version: number, data: unknown): unknown {
  try {
    return upcastData(kind, version, data)
  } catch {
    return undefined
  }
}

const Blob = z.object({
  hash: z.string(),
  bytes: z.int().nonnegative(),
  encoding: z.string(),
  content: z.instanceof(Uint8Array),
})

/** Rejects content that doesn't match its hash: storing the right content later would be skipped. */
function isBlob(row: Row): boolean {
  const { data: blob } = Blob.safeParse(row)
  if (!blob) return false
  const content = unpack(blob)
  if (content?.byteLength !== blob.bytes) return false
  return blob.hash === `sha256:${createHash('sha256').update(content).digest('hex')}`
}

function unpack({ encoding, content, bytes }: z.infer<typeof Blob>): Uint8Array | undefined {
  if (encoding !== 'zstd') return content
  try {
    return zstdDecompressSync(content, { maxOutputLength: Math.max(1, bytes) })
  } catch {
    return undefined
  }
}

const Serialized = z.object({ type: z.string() })

function isSerialized(row: Row, columns: readonly string[]): boolean {
  const { data } = Serialized.safeParse(row)
  if (data?.type !== 'json') return data !== undefined
  return columns.every((name) => json.safeParse(textOf(row[name])).success)
}

function textOf(value: Row[string] | undefined): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString() : value
}

const TaskRow = z.object({
  project_id: ProjectId,
  data: z.union([z.null(), json.pipe(ProjectTask)]),
})

function matches(schema: z.ZodType): (row: Row) => boolean {
  return (row) => schema.safeParse(row).success
}

const checks: ReadonlyMap<string, (row: Row) => boolean> = new Map<string, (row: Row) => boolean>([
  ['event', isEvent],
  ['blob', isBlob],
  ['checkpoint', (row) => isSerialized(row, ['checkpoint', 'metadata'])],
  ['checkpoint_write', (row) => isSerialized(row, ['value'])],
  ['project', matches(z.object({ id: ProjectId }))],
  ['session', matches(z.object({ id: SessionId, project_id: ProjectId }))],
  ['rule', matches(z.object({ id: RuleId, project_id: ProjectId }))],
  ['setting', matches(z.object({ value: json }))],
  ['deleted_spending', matches(z.object({ spent: json }))],
  ['task', matches(TaskRow)],
  // Summaries are rebuilt from the log.
  ['summary', () => false],
])
