import type { CodeReview } from '#shared/projections/code-reviews.ts'
import type { Lane } from '#shared/projections/lanes.ts'
import { OngoingDot } from '../../cards/ongoing-dot.tsx'
import { useHue } from '../../session/agents/agent-colors.ts'
import { nameOf, tellLane } from '../../session/agents/format-agent.ts'
import { useReviewLanes } from '../../session/code-review/use-code-reviews.ts'
import { useSelection } from '../../session/session-context.tsx'
import { Swatch } from '../../ui/buttons/chip.tsx'
import { formatCost, formatTokens } from '../../ui/text/format.ts'
import styles from './code-review.module.css'

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

function AgentRow({ lane, review }: { readonly lane: Lane; readonly review: CodeReview }) {
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
