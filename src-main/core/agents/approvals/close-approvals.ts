import type { Draft } from '#shared/events/index.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { SessionView } from '../recording/session-view.ts'

/**
 * Refuses, in the host's name, what still waits for a person, of some agents or of all: the calls will
 * not be run.
 */
export function closeApprovals(
  { approvals }: Pick<SessionView, 'approvals'>,
  message: string,
  agentIds?: ReadonlySet<SpanId>,
): readonly Draft[] {
  return approvals.open.flatMap((approvalId): Draft[] => {
    const approval = approvals.approvals[approvalId]
    if (!approval) return []
    const { spanId, agentId } = approval
    if (agentIds?.has(agentId) === false) return []
    const data = { approvalId, decision: 'reject', by: 'host', message } as const
    return [{ kind: 'approval.decided', spanId, agentId, data }]
  })
}
