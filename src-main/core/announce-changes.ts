import type { Change } from '#shared/contract/host.ts'
import type { AnyEvent, Kind } from '#shared/events/index.ts'
import type { RunId } from '#shared/ids.ts'
import type { Emitter } from '#shared/lib/emitter.ts'
import type { Store } from './log/store.ts'
import type { OpenWorkspaces } from './open-workspaces.ts'

/** What changes a session in a list. */
const listed: ReadonlySet<Kind> = new Set<Kind>([
  'session.created',
  'session.renamed',
  'session.configured',
  'run.started',
  'run.ended',
  'approval.requested',
  'approval.decided',
  'model.ended',
])

/** Says that lists of sessions are out of date, whenever the log makes them so. */
export function announceSessions({ events }: Store, changes: Emitter<Change>): Disposable {
  return events.onDidAppend((appended) => {
    if (appended.some(({ kind }) => listed.has(kind))) changes.fire({ topic: 'sessions' })
  })
}

/** Keeps a session's workspace open as long as a run is on, as the log tells it. */
export function holdWhileRunning({ events }: Store, workspaces: OpenWorkspaces): Disposable {
  const held = new Map<RunId, Disposable>()
  return events.onDidAppend((appended) => {
    for (const event of appended) noteRun(event, held, workspaces)
  })
}

function noteRun(
  { kind, runId, sessionId }: AnyEvent,
  held: Map<RunId, Disposable>,
  workspaces: OpenWorkspaces,
): void {
  if (!runId) return
  if (kind === 'run.started') held.set(runId, workspaces.hold(sessionId))
  if (kind !== 'run.ended') return
  held.get(runId)?.[Symbol.dispose]()
  held.delete(runId)
}
