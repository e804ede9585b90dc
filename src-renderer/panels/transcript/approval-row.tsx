import type { Approval } from '#shared/projections/approvals.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { ApprovalCard } from '../../cards/approval-card.tsx'
import { nameOf } from '../../client/lane-words.ts'
import { useSessionView } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import { useViewClock } from '../../client/use-view-clock.ts'
import { formatSoFar } from '../../ui/format.ts'
import { useHandedFocus } from './use-handed-focus.ts'

/** A call that waits for a person, where it arose. */
export function ApprovalRow({ approval }: { readonly approval: Approval }) {
  const { agentId, requestedAt } = approval
  const { card, handOn } = useHandedFocus()
  const name = useProjection(useSessionView(), 'timeline', ({ lanes }: TimelineState) => {
    const lane = lanes[agentId]
    return lane ? nameOf(lane) : 'An agent'
  })
  const waited = <Waited since={requestedAt} />
  return (
    <ApprovalCard
      ref={card}
      approval={approval}
      agentName={name}
      waited={waited}
      onDecide={handOn}
    />
  )
}

/** By itself, so that nothing else is drawn anew with every second. */
function Waited({ since }: { readonly since: number }) {
  return formatSoFar(useViewClock(true) - since)
}
