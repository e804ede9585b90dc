import type { CodeReview } from '../projections/code-reviews.ts'
import type { Lane } from '../projections/lanes.ts'
import type { TimelineState } from '../projections/timeline.ts'
import { addTotals, noTotals, type Totals } from '../projections/totals.ts'
import type { UsageState } from '../projections/usage.ts'
import type { ReviewAgent } from './review-result.ts'

interface States {
  readonly timeline: Pick<TimelineState, 'lanes' | 'laneOrder'>
  readonly usage: Pick<UsageState, 'byAgent'>
}

/** What each agent of a review spent, the one that conducts it first; those of one type are one. */
export function listReviewAgents(
  { timeline: { lanes, laneOrder }, usage: { byAgent } }: States,
  { agentId }: Pick<CodeReview, 'agentId'>,
): readonly ReviewAgent[] {
  const sums = new Map<string, Totals>()
  for (const id of laneOrder) {
    const lane = lanes[id]
    if (!lane || !isUnder(lane, agentId, lanes)) continue
    sums.set(lane.type, addTotals(sums.get(lane.type) ?? noTotals, byAgent[id] ?? noTotals))
  }
  return [...sums].map(([name, { calls, inputTokens, outputTokens, ...money }]) => {
    const costUsd = money.unpricedCalls > 0 ? null : money.costUsd
    return { name, calls, inputTokens, outputTokens, costUsd }
  })
}

function isUnder(
  lane: Lane,
  agentId: CodeReview['agentId'],
  lanes: TimelineState['lanes'],
): boolean {
  for (let one: Lane | undefined = lane; one; ) {
    if (one.agentId === agentId) return true
    one = one.parentAgentId && lanes[one.parentAgentId]
  }
  return false
}
