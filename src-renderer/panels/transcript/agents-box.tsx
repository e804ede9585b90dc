import { Check, CircleSlash, TriangleAlert } from 'lucide-react'
import type { Outcome } from '#shared/events/value.ts'
import type { ApprovalsState } from '#shared/projections/approvals.ts'
import type { Lane, TimelineState } from '#shared/projections/timeline.ts'
import type { CallItem } from '#shared/projections/transcript.ts'
import { useHue } from '../../client/agent-hues.ts'
import { useSelection, useSessionView } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import { useViewClock } from '../../client/use-view-clock.ts'
import { Dot, Swatch } from '../../ui/chip.tsx'
import { formatCost, formatDuration } from '../../ui/format.ts'
import styles from './agents-box.module.css'

/** Subagents side by side: one row each, which opens the agent's own transcript. */
export function AgentsBox({ calls }: { readonly calls: readonly CallItem[] }) {
  return (
    <ul className={styles.box} aria-label="Subagents">
      {calls.map((call) => (
        <AgentRow key={call.id} call={call} />
      ))}
    </ul>
  )
}

function AgentRow({ call }: { readonly call: CallItem }) {
  const { select } = useSelection()
  const hue = useHue(call.subagentId)
  const lane = useProjection(useSessionView(), 'timeline', (state: TimelineState) =>
    call.subagentId ? state.lanes[call.subagentId] : undefined,
  )
  const type = lane?.type ?? 'subagent'
  const task = lane?.description ?? call.title
  return (
    <li>
      <button
        type="button"
        className={styles.agent}
        title="Open its transcript"
        onClick={() => select({ agentId: call.subagentId })}
      >
        <Swatch color={hue} />
        <b>{type}</b>
        <span className={styles.task} title={task}>
          {task}
        </span>
        {lane && <LaneFigures lane={lane} />}
        <AgentState outcome={lane?.outcome} agentId={call.subagentId} hue={hue} />
      </button>
    </li>
  )
}

function LaneFigures({ lane }: { readonly lane: Lane }) {
  const now = useViewClock(lane.endedAt === undefined)
  return (
    <>
      <span className={styles.time}>{formatDuration((lane.endedAt ?? now) - lane.startedAt)}</span>
      <span className={styles.cost}>{formatCost(lane.costUsd, lane.unpricedCalls)}</span>
    </>
  )
}

interface AgentStateProps {
  readonly outcome: Outcome | undefined
  readonly agentId: CallItem['subagentId']
  readonly hue: string
}

function AgentState({ outcome, agentId, hue }: AgentStateProps) {
  const isWaiting = useProjection(useSessionView(), 'approvals', (state: ApprovalsState) =>
    state.open.some((id) => state.approvals[id]?.agentId === agentId),
  )
  return <span className={styles.state}>{stateIcon(outcome, isWaiting, hue)}</span>
}

function stateIcon(outcome: Outcome | undefined, isWaiting: boolean, hue: string) {
  if (isWaiting) return <Dot color="var(--warn)" isLive />
  if (outcome === undefined) return <Dot color={hue} isLive />
  if (outcome === 'ok') return <Check className={styles.ok} aria-label="done" />
  if (outcome === 'error') return <TriangleAlert className={styles.error} aria-label="failed" />
  return <CircleSlash className={styles.ended} aria-label={outcome} />
}
