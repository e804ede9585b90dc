import { Circle, Diamond, OctagonAlert, ScanSearch, TriangleAlert } from 'lucide-react'
import { countSeverities } from '#shared/code-review/format-review.ts'
import type { Severity } from '#shared/events/code-review.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { CodeReview, CodeReviewsState } from '#shared/projections/code-reviews.ts'
import { nameOf } from '../../session/agents/format-agent.ts'
import { useReviewLanes } from '../../session/code-review/use-code-reviews.ts'
import { useSelection, useSessionView } from '../../session/session-context.tsx'
import { useProjection } from '../../session/use-projection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import styles from './finding.module.css'

/** A review in a few lines, with the way to its findings. */
export function ReviewGlance({ review }: { readonly review: CodeReview }) {
  const { select } = useSelection()
  const { submitted, reviewId, told } = review
  const found = submitted ? submitted.comments : told.flatMap(({ findings }) => findings)
  return (
    <div className={styles.glance}>
      {submitted ? <Markdown text={submitted.summary} /> : <AtWork review={review} />}
      {found.length > 0 && (
        <p className={styles.counts}>
          {countSeverities(found).map(({ severity, count }) => (
            <span key={severity}>
              <SeverityMark severity={severity} /> {count}
            </span>
          ))}
        </p>
      )}
      <Button isSmall variant="quiet" onClick={() => select({ shownReview: { reviewId } })}>
        <ScanSearch aria-hidden="true" /> Show the findings
      </Button>
    </div>
  )
}

/** Who looks at the change now. */
function AtWork({ review }: { readonly review: CodeReview }) {
  const lanes = useReviewLanes(review).filter((lane) => !lane.rest)
  const names = lanes.filter(({ agentId }) => agentId !== review.agentId).map(nameOf)
  if (names.length === 0) return null
  return <p className={styles.who}>At work: {names.join(', ')}</p>
}

/** The review that an agent conducts; nothing of other agents. */
export function ConductedReview({ agentId }: { readonly agentId: SpanId }) {
  const review = useProjection(useSessionView(), 'codeReviews', ({ reviews }: CodeReviewsState) =>
    Object.values(reviews).findLast((one) => one.agentId === agentId),
  )
  if (!review) return null
  return (
    <div className={styles.conducted}>
      <ReviewGlance review={review} />
    </div>
  )
}

const shapes: Readonly<Record<Severity, typeof Circle>> = {
  critical: OctagonAlert,
  high: TriangleAlert,
  medium: Diamond,
  low: Circle,
}

/** How grave a finding is: a shape, a colour and, where there is room, the word. */
export function SeverityMark({
  severity,
  isShort,
}: {
  readonly severity: Severity
  readonly isShort?: boolean
}) {
  const Shape = shapes[severity]
  return (
    <span className={styles.severity} data-severity={severity} title={severity}>
      <Shape aria-hidden="true" />
      <span className={isShort ? styles.unseen : undefined}>{severity}</span>
    </span>
  )
}
