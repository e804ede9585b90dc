import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnyEvent } from '#shared/events/index.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { Store } from './log/store.ts'
import type { PastRequest } from './policy/rule-effect.ts'
import { readStoredArgs } from './stored-args.ts'

/** Every call of a project that a person was asked about, the latest last. Others get their turn meanwhile. */
export async function findPastRequests(
  store: Store,
  projectId: ProjectId,
): Promise<readonly PastRequest[]> {
  const requests: PastRequest[] = []
  for (const { id } of store.sessions.list(projectId)) {
    requests.push(...requestsIn(store, id))
    await nextTurn()
  }
  return requests.toSorted((one, other) => one.at - other.at)
}

function requestsIn(store: Store, sessionId: SessionId): readonly PastRequest[] {
  const events = store.events.readApprovals(sessionId)
  const decided = decisionsIn(events)
  return events.flatMap((event) => {
    if (event.kind !== 'approval.requested') return []
    const { approvalId, name, title, args } = event.data
    const decision = decided.get(approvalId)
    const asked = { sessionId, name, title, args: readStoredArgs(store, args), at: event.at }
    return [{ ...asked, ...(decision && { decision }) }]
  })
}

/** What people decided: the host's refusals tell nothing of what they want. */
function decisionsIn(events: readonly AnyEvent[]) {
  return new Map(
    events.flatMap((event) =>
      event.kind === 'approval.decided' && event.data.by === 'person'
        ? [[event.data.approvalId, event.data.decision] as const]
        : [],
    ),
  )
}
