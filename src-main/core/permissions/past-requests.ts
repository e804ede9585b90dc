import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RuleEffect } from '#shared/contract/procedures/permissions.ts'
import type { AllowRule } from '#shared/events/approval.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import type { Decision } from '#shared/settings/settings.ts'
import type { Store } from '../store/store.ts'
import type { Args } from '../tools/definition/define-tool.ts'
import { findAllowing } from './allow-rules.ts'
import { readStoredArgs } from './stored-args.ts'

/** A call that needed a person's approval. */
interface PastRequest {
  readonly sessionId: SessionId
  readonly name: string
  readonly title: string
  readonly args: Args
  readonly at: number
  readonly decision?: Decision
}

const SHOWN = 5

/** Counts the requests that a rule would have allowed. `requests` are ordered by time, latest last. */
export function effectOfRule(rule: AllowRule, requests: readonly PastRequest[]): RuleEffect {
  const met = requests.filter((request) => findAllowing(request, [rule]))
  const latest = met
    .slice(-SHOWN)
    .toReversed()
    .map(({ sessionId, title, at, decision }) => ({
      sessionId,
      title,
      at,
      ...(decision && { decision }),
    }))
  const rejected = met.filter(({ decision }) => decision === 'reject').length
  return { requests: met.length, rejected, latest }
}

/** Finds a project's approval requests, latest last. Yields to other work between sessions. */
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

/** Decisions of people, by request. The host's refusals say nothing about what people want. */
function decisionsIn(events: readonly AnyEvent[]) {
  return new Map(
    events.flatMap((event) =>
      event.kind === 'approval.decided' && event.data.by === 'person'
        ? [[event.data.approvalId, event.data.decision] as const]
        : [],
    ),
  )
}
