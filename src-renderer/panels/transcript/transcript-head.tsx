import { ChevronLeft } from 'lucide-react'
import type { SpanId } from '#shared/ids.ts'
import type { StatusState } from '#shared/projections/status.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { useHue } from '../../client/agent-hues.ts'
import { useSelection, useSessionView } from '../../client/session-context.tsx'
import { useModelLabel } from '../../client/use-model-label.ts'
import { useProjection } from '../../client/use-projection.ts'
import { Button } from '../../ui/button.tsx'
import { Swatch } from '../../ui/chip.tsx'
import styles from './transcript.module.css'

export function TranscriptHead({ agentId }: { readonly agentId: SpanId | undefined }) {
  const model = useModelLabel(useProjection(useSessionView(), 'status', selectModel))
  return (
    <header className={styles.head}>
      {agentId ? <AgentCrumb agentId={agentId} /> : <h2 className={styles.tab}>Transcript</h2>}
      <span className={styles.model}>{model}</span>
    </header>
  )
}

function AgentCrumb({ agentId }: { readonly agentId: SpanId }) {
  const { select } = useSelection()
  const hue = useHue(agentId)
  const lane = useProjection(
    useSessionView(),
    'timeline',
    (state: TimelineState) => state.lanes[agentId],
  )
  const back = lane?.parentAgentId && lane.depth > 1 ? lane.parentAgentId : undefined
  return (
    <>
      <Button variant="quiet" isSmall onClick={() => select({ agentId: back })}>
        <ChevronLeft aria-hidden="true" />
        {back ? 'Back' : 'Lead'}
      </Button>
      <h2 className={styles.tab}>
        <Swatch color={hue} />
        {lane?.type ?? 'Not started yet'}
      </h2>
      <span className={styles.task}>{lane?.description}</span>
    </>
  )
}

const selectModel = (state: StatusState) => state.model
