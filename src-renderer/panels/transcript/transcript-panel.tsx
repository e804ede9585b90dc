import { ChevronLeft } from 'lucide-react'
import type { SpanId } from '#shared/lib/ids.ts'
import type { Lane } from '#shared/projections/lanes.ts'
import type { StatusState } from '#shared/projections/status.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { useModelLabel } from '../../queries/models.ts'
import { useHue } from '../../session/agents/agent-colors.ts'
import { nameOf } from '../../session/agents/format-agent.ts'
import { useSelection, useSessionView } from '../../session/session-context.tsx'
import { useProjection } from '../../session/use-projection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Swatch } from '../../ui/buttons/chip.tsx'
import { PanelBar, useIsTab } from '../../ui/panels/panel-bar.tsx'
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx'
import { AgentState } from './rows/agents-box.tsx'
import styles from './rows/transcript.module.css'
import { Thread } from './thread.tsx'

/** What was said and done: by the lead, or by the subagent that is opened. */
export function TranscriptPanel() {
  const { agentId } = useSelection()
  return (
    <>
      <TranscriptHead agentId={agentId} />
      <Thread key={agentId ?? 'lead'} agentId={agentId} />
    </>
  )
}

function TranscriptHead({ agentId }: { readonly agentId: SpanId | undefined }) {
  const lane = useProjection(useSessionView(), 'timeline', (state: TimelineState) =>
    agentId ? state.lanes[agentId] : undefined,
  )
  const model = useProjection(useSessionView(), 'status', selectModel)
  const isTab = useIsTab()
  const label = useModelLabel(lane?.model ?? model)
  if (isTab && !agentId) {
    return (
      <VisuallyHidden>
        <h2>Transcript</h2>
      </VisuallyHidden>
    )
  }
  return (
    <PanelBar className={styles.head}>
      {agentId ? (
        <AgentCrumb agentId={agentId} lane={lane} />
      ) : (
        <h2 className={styles.tab}>Transcript</h2>
      )}
      <span className={styles.model}>{label}</span>
    </PanelBar>
  )
}

interface AgentCrumbProps {
  readonly agentId: SpanId
  /** Absent: it was not asked for at this point. */
  readonly lane: Lane | undefined
}

function AgentCrumb({ agentId, lane }: AgentCrumbProps) {
  const { select } = useSelection()
  const hue = useHue(agentId)
  const back = lane?.parentAgentId && lane.depth > 1 ? lane.parentAgentId : undefined
  return (
    <>
      <Button variant="quiet" isSmall onClick={() => select({ agentId: back })}>
        <ChevronLeft aria-hidden="true" />
        {back ? 'Back' : 'Lead'}
      </Button>
      <h2 className={styles.tab}>
        <Swatch color={hue} />
        {lane ? nameOf(lane) : 'Not started yet'}
        {lane?.teammate && <span className={styles.type}>{lane.type}</span>}
      </h2>
      <span className={styles.task} title={lane?.description}>
        {lane?.description}
      </span>
      {lane && <AgentState lane={lane} hue={hue} isTold />}
    </>
  )
}

const selectModel = (state: StatusState) => state.model
