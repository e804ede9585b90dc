import { Check, CircleSlash, Hourglass, Moon, TriangleAlert } from 'lucide-react'
import type { ApprovalsState } from '#shared/projections/approvals.ts'
import type { Lane } from '#shared/projections/lanes.ts'
import { OngoingDot } from '../../cards/ongoing-dot.tsx'
import { tellLane } from '../../client/lane-words.ts'
import { useSessionView } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './agent-state.module.css'

export interface AgentStateProps {
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
