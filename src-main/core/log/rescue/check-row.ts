import { createHash } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { z } from 'zod'
import type { EventKind } from '#shared/events/define.ts'
import { eventKinds } from '#shared/events/index.ts'
import { ProjectTask } from '#shared/events/task.ts'
import { ProjectId, RuleId, RunId, SessionId, SpanId } from '#shared/ids.ts'
import { upcastData } from '../event-row.ts'
import type { Row } from './table-shapes.ts'

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
