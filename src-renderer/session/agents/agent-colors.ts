import { useCallback } from 'react'
import type { SpanId } from '#shared/lib/ids.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { useLiveView } from '../session-context.tsx'
import { useProjection } from '../use-projection.ts'

/** How many colours there are besides the lead’s. */
export const HUES = 7

/** The types that come with the app: those that are met together most often differ. */
export const shipped = [
  'explore',
  'general-purpose',
  'plan',
  'code-analyzer',
  'debugger',
  'reviewer',
  'tester',
  'architect',
  'doc-writer',
  'file-organizer',
  'shell',
  'architecture-expert',
]

/** Those of reviews. */
export const reviewing = ['orchestrator', 'security', 'logic', 'design']

const known = [...shipped, ...reviewing]

/** The nth colour of tokens.css, 0 being the lead's; past the last one they begin again. */
export function hueOf(index: number): string {
  return `var(--agent-${index <= 0 ? 0 : ((index - 1) % HUES) + 1})`
}

/** Which colour of tokens.css every agent of a type has, in any session. */
function hueIndexOf(type: string): number {
  if (type === 'lead') return 0
  const place = known.indexOf(type)
  return ((place < 0 ? sumOf(type) : place) % HUES) + 1
}

/** Spread over all numbers, and the same wherever it is asked for. */
function sumOf(text: string): number {
  let sum = 0
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  return sum
}

/** The colour of every agent of a type, in any session. */
export function hueOfType(type: string): string {
  return hueOf(hueIndexOf(type))
}

/** The same of an agent, for what is not drawn by style sheets. */
export function hueIndexIn(lanes: TimelineState['lanes'], agentId: SpanId): number {
  return hueIndexOf(lanes[agentId]?.type ?? 'lead')
}

/** The colour of an agent: that of its type. */
export function hueIn(lanes: TimelineState['lanes'], agentId: SpanId): string {
  return hueOf(hueIndexIn(lanes, agentId))
}

/** The colour of an agent of the session that is open. An agent stays of its type: a playhead that moves asks nothing. */
export function useHue(agentId: SpanId | undefined): string {
  const select = useCallback(
    (state: TimelineState) => (agentId ? hueIn(state.lanes, agentId) : hueOf(0)),
    [agentId],
  )
  return useProjection(useLiveView(), 'timeline', select)
}
