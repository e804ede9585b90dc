import { Users } from 'lucide-react'
import type { SpanId } from '#shared/ids.ts'
import { type Lane, workedMs } from '#shared/projections/lanes.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import type { CallItem } from '#shared/projections/transcript-items.ts'
import { ConductedReview } from '../../cards/conducted-review.tsx'
import { useHue } from '../../client/agent-hues.ts'
import { nameOf, tellLane } from '../../client/lane-words.ts'
import { useSelection, useSessionView } from '../../client/session-context.tsx'
import { useSpanPicking } from '../../client/span-picking.ts'
import { useProjection } from '../../client/use-projection.ts'
import { useViewClock } from '../../client/use-view-clock.ts'
import { Swatch } from '../../ui/chip.tsx'
import { formatCost, formatDuration, formatSoFar } from '../../ui/format.ts'
import { AgentState } from './agent-state.tsx'
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

interface LaneFiguresProps {
  readonly lane: Lane
  readonly hue: string
}

function LaneFigures({ lane, hue }: LaneFiguresProps) {
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
