import type { EventKind } from '#shared/events/define.ts'
import { type AnyEvent, type Draft, eventKinds } from '#shared/events/index.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { assert } from '#shared/lib/assert.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { type Db, toDamage } from '../database/database.ts'

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

/** Converts a row to today's version of its kind. If its data isn't valid JSON, marks the store as damaged. */
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
  const data = upcastData(kind, row.version, JSON.parse(row.data))
  // Parsed when it was appended, and brought up to date by the kind's own upcasts.
  return { sessionId, seq: row.seq, at: row.at, kind: row.kind, ...idsOf(row), data } as AnyEvent
}

/** Upgrades an event exported by another store to today's version of its kind. */
export function upcastEvent(event: AnyEvent, version: number): AnyEvent {
  const kind = eventKinds.get(event.kind)
  if (!kind) return event
  if (version > kind.version) throw newerVersion(event.sessionId)
  // The log validates it when it is appended.
  return { ...event, data: upcastData(kind, version, event.data) } as AnyEvent
}

/** Applies the upcasts of a kind to data that version `version` wrote. */
export function upcastData(kind: EventKind, version: number, data: unknown): unknown {
  return kind.upcasts.slice(version - 1).reduce((old, upcast) => upcast(old as never), data)
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
