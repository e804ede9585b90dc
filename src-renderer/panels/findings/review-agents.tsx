import type { CodeReview } from '#shared/projections/code-reviews.ts'
import type { Lane } from '#shared/projections/lanes.ts'
import { OngoingDot } from '../../cards/ongoing-dot.tsx'
import { useHue } from '../../client/agent-hues.ts'
import { useReviewLanes } from '../../client/code-reviews.ts'
import { nameOf, tellLane } from '../../client/lane-words.ts'
import { useSelection } from '../../client/session-context.tsx'
import { Swatch } from '../../ui/chip.tsx'
import { formatCost, formatTokens } from '../../ui/format.ts'
import styles from './findings.module.css'

/** Who reviews, or reviewed: what each has found, and what it took. */
export function ReviewAgents({ review }: { readonly review: CodeReview }) {
  const lanes = useReviewLanes(review)
  if (lanes.length === 0) return null
  return (
    <section className={styles.section} aria-label="Reviewers">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Reviewer</th>
            <th scope="col">Found</th>
            <th scope="col">Tokens</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {lanes.map((lane) => (
            <AgentRow key={lane.agentId} lane={lane} review={review} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface AgentRowProps {
  readonly lane: Lane
  readonly review: CodeReview
}

function AgentRow({ lane, review }: AgentRowProps) {
  const { select } = useSelection()
  const hue = useHue(lane.agentId)
  const { agentId, tokens, costUsd, unpricedCalls, description } = lane
  const told = review.told.filter((one) => one.agentId === agentId)
  const isConductor = agentId === review.agentId
  const isOn = !lane.rest
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className={styles.agent}
          title={`${description} · open its transcript`}
          onClick={() => select({ agentId })}
        >
          <Swatch color={hue} />
          <b>{nameOf(lane)}</b>
          {isOn && <OngoingDot color={hue} />}
          <span>{isConductor && !isOn ? 'conducted it' : tellLane(lane)}</span>
        </button>
      </th>
      <td>{isConductor ? '' : countFound(told)}</td>
      <td>{tokens > 0 ? formatTokens(tokens) : ''}</td>
      <td>{tokens > 0 || unpricedCalls > 0 ? formatCost(costUsd, unpricedCalls) : ''}</td>
    </tr>
  )
}

/** Nothing as long as it told nothing. */
function countFound(told: CodeReview['told']): string {
  if (told.length === 0) return ''
  return String(told.reduce((sum, { findings }) => sum + findings.length, 0))
}
