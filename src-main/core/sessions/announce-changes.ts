import type { Change } from '#shared/contract/procedures/host.ts'
import type { Kind } from '#shared/events/index.ts'
import type { Emitter } from '#shared/lib/emitter.ts'
import type { Store } from '../store/store.ts'
import { MEMORIES } from '../workspace/paths/agent-path.ts'

/** What changes a session in a list. */
const listed: ReadonlySet<Kind> = new Set<Kind>([
  'session.created',
  'session.renamed',
  'session.configured',
  'run.started',
  'run.queued',
  'agent.started',
  'run.ended',
  'limit.reached',
  'limit.resolved',
  'approval.requested',
  'approval.decided',
  'call.resolved',
  'session.rewound',
  'model.ended',
])

/** Says that lists of sessions are out of date, whenever the log makes them so. */
export function announceSessions({ events }: Store, changes: Emitter<Change>): Disposable {
  return events.onDidAppend((appended) => {
    if (appended.some(({ kind }) => listed.has(kind))) changes.fire({ topic: 'sessions' })
  })
}

/** Says that what agents keep of a project is another, whoever changed it in a session. */
export function announceMemories(
  { events, sessions }: Store,
  changes: Emitter<Change>,
): Disposable {
  return events.onDidAppend((appended) => {
    const changed = appended.find(
      (event) => event.kind === 'file.changed' && event.data.path.startsWith(`${MEMORIES}/`),
    )
    const projectId = changed && sessions.find(changed.sessionId)?.projectId
    if (projectId) changes.fire({ topic: 'memories', projectId })
  })
}

/** Announces changed permissions whenever a decision adds or replaces a rule. */
export function announceRules({ events }: Store, changes: Emitter<Change>): Disposable {
  return events.onDidAppend((appended) => {
    const hasChanged = appended.some(({ kind }) => kind === 'rule.added' || kind === 'rule.revoked')
    if (hasChanged) changes.fire({ topic: 'policy' })
  })
}
