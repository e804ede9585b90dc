import { Check, CircleSlash, Hourglass, Moon, TriangleAlert, Users } from 'lucide-react'
import type { SpanId } from '#shared/lib/ids.ts'
import type { ApprovalsState } from '#shared/projections/approvals.ts'
import { type Lane, workedMs } from '#shared/projections/lanes.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import type { CallItem } from '#shared/projections/transcript-items.ts'
import { ConductedReview } from '../../../cards/code-review/review-summary.tsx'
import { OngoingDot } from '../../../cards/ongoing-dot.tsx'
import { useHue } from '../../../session/agents/agent-colors.ts'
import { nameOf, tellLane } from '../../../session/agents/format-agent.ts'
import { useSelection, useSessionView } from '../../../session/session-context.tsx'
import { useSpanPicking } from '../../../session/span-selection.ts'
import { useProjection } from '../../../session/use-projection.ts'
import { useViewClock } from '../../../session/use-view-clock.ts'
import { Swatch } from '../../../ui/buttons/chip.tsx'
import { formatCost, formatDuration, formatSoFar } from '../../../ui/text/format.ts'
import { VisuallyHidden } from '../../../ui/text/visually-hidden.tsx'
import styles from './agents-box.module.css'

/** Agents that were asked for side by side: one row each, which opens the agent's own transcript. */
export function AgentsBox({ calls }: { readonly calls: readonly CallItem[] }) {
  return (
    <ul className={styles.box} aria-label="Subagents">
      {calls.map((call) => (
        <Asked key={call.id} call={call} />
      ))}
    </ul>
  )
}

/** Whom one call asked for; a team stands under its name. */
function Asked({ call: { spanId, title, team, agents = [] } }: { readonly call: CallItem }) {
  const { pick } = useSpanPicking()
  const rows = agents.map((id) => <AgentRow key={id} agentId={id} title={title} />)
  if (team === undefined) return rows
  return (
    <li>
      <button
        type="button"
        className={styles.team}
        title="Inspect the call that made the team"
        onClick={() => pick(spanId)}
      >
        <Users aria-hidden="true" />
        Team {team}
      </button>
      <ul aria-label={`Team ${team}`}>{rows}</ul>
    </li>
  )
}

interface AgentRowProps {
  readonly agentId: SpanId
  /** Of the call. */
  readonly title: string
}

function AgentRow({ agentId, title }: AgentRowProps) {
  const { select } = useSelection()
  const hue = useHue(agentId)
  const lane = useProjection(
    useSessionView(),
    'timeline',
    (state: TimelineState) => state.lanes[agentId],
  )
  const task = lane?.description ?? title
  return (
    <li>
      <button
        type="button"
        className={styles.agent}
        title="Open its transcript"
        onClick={() => select({ agentId })}
      >
        <Swatch color={hue} />
        <b>{lane ? nameOf(lane) : 'subagent'}</b>
        {lane && <Kind lane={lane} />}
        <span className={styles.task} title={task}>
          {task}
        </span>
        {lane && <LaneFigures lane={lane} hue={hue} />}
      </button>
      <ConductedReview agentId={agentId} />
    </li>
  )
}

/** What else there is to know of who it is. */
function Kind({ lane: { teammate, type, isBackground } }: { readonly lane: Lane }) {
  const words = teammate ? type : isBackground && 'background'
  return words && <span className={styles.kind}>{words}</span>
}

function LaneFigures({ lane, hue }: { readonly lane: Lane; readonly hue: string }) {
  const now = useViewClock(!lane.rest)
  const isResting = lane.rest !== undefined && lane.rest.reason !== 'over'
  const cost = costOf(lane)
  return (
    <>
      <span className={styles.time}>
        {isResting
          ? tellLane(lane)
          : (lane.rest ? formatDuration : formatSoFar)(workedMs(lane, now))}
      </span>
      {(cost || !isResting) && <span className={styles.cost}>{cost}</span>}
      <AgentState lane={lane} hue={hue} />
    </>
  )
}

/** Nothing while none of its model calls has ended. */
function costOf({ costUsd, unpricedCalls, tokens }: Lane): string {
  return tokens > 0 || unpricedCalls > 0 ? formatCost(costUsd, unpricedCalls) : ''
}

interface AgentStateProps {
  readonly lane: Lane
  readonly hue: string
  /** The words are to be seen, too, and not only heard. */
  readonly isTold?: boolean
}

/** What an agent is doing, as a sign and in words. */
export function AgentState({ lane, hue, isTold }: AgentStateProps) {
  const isWaiting = useProjection(useSessionView(), 'approvals', (state: ApprovalsState) =>
    state.open.some((id) => state.approvals[id]?.agentId === lane.agentId),
  )
  const words = isWaiting ? 'waits for you' : tellLane(lane)
  return (
    <span className={styles.state} title={words}>
      {isTold ? words : <VisuallyHidden>{words}</VisuallyHidden>}
      <span className={styles.sign}>
        {isWaiting ? <OngoingDot color="var(--warn)" /> : <Sign lane={lane} hue={hue} />}
      </span>
    </span>
  )
}

function Sign({ lane: { rest, outcome }, hue }: Pick<AgentStateProps, 'lane' | 'hue'>) {
  if (!rest) return <OngoingDot color={hue} />
  if (rest.reason === 'queued') return <Hourglass aria-hidden="true" />
  if (rest.reason === 'asleep') return <Moon aria-hidden="true" />
  if (outcome === 'ok') return <Check className={styles.ok} aria-hidden="true" />
  if (outcome === 'error') return <TriangleAlert className={styles.error} aria-hidden="true" />
  return <CircleSlash aria-hidden="true" />
}
