import { AppError } from '#shared/error.ts'
import { type AnyEvent, type Draft, eventKinds } from '#shared/events/index.ts'
import type { SessionId } from '#shared/ids.ts'
import { assert } from '#shared/lib/assert.ts'
import { toDamage } from './damage-mark.ts'
import type { Db } from './database.ts'

export interface EventRow {
  readonly seq: number
  readonly at: number
  readonly kind: string
  readonly version: number
  readonly run_id: string | null
  readonly span_id: string | null
  readonly parent_span_id: string | null
  readonly agent_id: string | null
  readonly data: string
}

/** A draft whose data its kind's schema has accepted, with the version it is written as. */
export interface Accepted {
  readonly draft: Draft
  readonly version: number
}

/** Throws where the data is not what its kind says: a recorder's mistake, never a user's. */
export function accept(draft: Draft): Accepted {
  const kind = eventKinds.get(draft.kind)
  assert(kind, `event kind ${draft.kind} is registered`)
  // The schema is the one of this draft's own kind, which the compiler cannot follow.
  return { draft: { ...draft, data: kind.data.parse(draft.data) } as Draft, version: kind.version }
}

/** As `toEvent`. A row that isn't JSON any more fails as damage, and marks the store. */
export function readEvent(db: Db, sessionId: SessionId, row: EventRow): AnyEvent | undefined {
  try {
    return toEvent(sessionId, row)
  } catch (error) {
    throw error instanceof SyntaxError ? toDamage(db, error) : error
  }
}

/** Brings a row up to today's version of its kind. A kind we do not know is left out. */
function toEvent(sessionId: SessionId, row: EventRow): AnyEvent | undefined {
  const kind = eventKinds.get(row.kind)
  if (!kind) return undefined
  if (row.version > kind.version) throw newerVersion(sessionId)
  let data: unknown = JSON.parse(row.data)
  for (const upcast of kind.upcasts.slice(row.version - 1)) data = upcast(data as never)
  // Parsed when it was appended, and brought up to date by the kind's own upcasts.
  return { sessionId, seq: row.seq, at: row.at, kind: row.kind, ...idsOf(row), data } as AnyEvent
}

function idsOf(row: EventRow): Record<string, string> {
  const ids: Record<string, string> = {}
  if (row.run_id !== null) ids['runId'] = row.run_id
  if (row.span_id !== null) ids['spanId'] = row.span_id
  if (row.parent_span_id !== null) ids['parentSpanId'] = row.parent_span_id
  if (row.agent_id !== null) ids['agentId'] = row.agent_id
  return ids
}

function newerVersion(sessionId: SessionId): AppError {
  return new AppError(
    'unsupported',
    `Session ${sessionId} was written by a newer Orrery. Update this one to open it.`,
  )
}
