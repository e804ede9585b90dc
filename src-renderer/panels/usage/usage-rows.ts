import { LEAD_TYPE } from '#shared/events/agent.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import type { Totals } from '#shared/projections/totals.ts'
import type { UsageState } from '#shared/projections/usage.ts'
import { nameOf } from '../../session/agents/format-agent.ts'

export interface UsageRow {
  readonly id: string
  readonly name: string
  /** What a subagent was asked to do. */
  readonly task?: string
  /** The agent whose colour it has. */
  readonly agentId?: SpanId
  readonly totals: Totals
}

/** Each agent's calls: by name and task, the lead first, then in the order they were spawned. */
export function byAgent(
  sums: UsageState['byAgent'],
  lanes: TimelineState['lanes'],
): readonly UsageRow[] {
  const known = Object.values(lanes)
  return known.flatMap((lane) => {
    const { agentId, description, type } = lane
    const totals = sums[agentId]
    if (!totals) return []
    const task = type !== LEAD_TYPE && { task: description }
    return [{ id: agentId, name: nameOf(lane), agentId, totals, ...task }]
  })
}

/** What cost most first; what has no price last. */
export function byName(sums: Readonly<Record<string, Totals>>): readonly UsageRow[] {
  return Object.entries(sums)
    .map(([name, totals]) => ({ id: name, name, totals }))
    .sort((a, b) => b.totals.costUsd - a.totals.costUsd || b.totals.calls - a.totals.calls)
}

/** The share of input that was read from a cache, from 0 to 1; `undefined` where there was none. */
export function cachedShare({ inputTokens, cacheReadTokens }: Totals): number | undefined {
  return inputTokens === 0 ? undefined : cacheReadTokens / inputTokens
}
