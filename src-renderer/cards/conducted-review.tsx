import type { SpanId } from '#shared/ids.ts'
import type { CodeReviewsState } from '#shared/projections/code-reviews.ts'
import { useSessionView } from '../client/session-context.tsx'
import { useProjection } from '../client/use-projection.ts'
import styles from './finding.module.css'
import { ReviewGlance } from './review-glance.tsx'

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
