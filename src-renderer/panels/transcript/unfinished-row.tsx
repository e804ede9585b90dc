import type { UnfinishedCall } from '#shared/projections/calls.ts'
import type { TerminalsState } from '#shared/projections/terminals.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { UnfinishedCard } from '../../cards/unfinished-card.tsx'
import { nameOf } from '../../client/lane-words.ts'
import { useSessionView } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'

/** A call that was cut off, in its session. */
export function UnfinishedRow({ call }: { readonly call: UnfinishedCall }) {
  const { spanId, agentId } = call
  const view = useSessionView()
  const name = useProjection(view, 'timeline', ({ lanes }: TimelineState) => {
    const lane = lanes[agentId]
    return lane && nameOf(lane)
  })
  const output = useProjection(
    view,
    'terminals',
    ({ terminals }: TerminalsState) => terminals[spanId]?.output ?? '',
  )
  return <UnfinishedCard call={call} agentName={name} output={output} />
}
