import type { SpanId } from '#shared/ids.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { useSessionView } from './session-context.tsx'
import { useProjection } from './use-projection.ts'

const HUES = 7

/** The colour of the nth agent of a session, the lead being 0: a token of tokens.css. */
export function hueOf(index: number): string {
  return `var(--agent-${index <= 0 ? 0 : ((index - 1) % HUES) + 1})`
}

/** The colour of an agent, by the order in which the session's agents were spawned. */
export function hueIn(lanes: TimelineState['lanes'], agentId: SpanId): string {
  return hueOf(Object.keys(lanes).indexOf(agentId))
}

/** The colour of an agent of the session that is open. */
export function useHue(agentId: SpanId | undefined): string {
  const select = (state: TimelineState) => (agentId ? hueIn(state.lanes, agentId) : hueOf(0))
  return useProjection(useSessionView(), 'timeline', select)
}
