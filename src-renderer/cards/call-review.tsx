import type { SpanId } from '#shared/ids.ts'
import type { CodeReviewsState } from '#shared/projections/code-reviews.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { useSessionView } from '../client/session-context.tsx'
import { useProjection } from '../client/use-projection.ts'
import { ReviewGlance } from './review-glance.tsx'

/** The review that a call asked for; nothing of other calls. */
export function CallReview({ spanId }: { readonly spanId: SpanId }) {
  const view = useSessionView()
  const conductor = useProjection(view, 'timeline', ({ laneOrder, lanes }: TimelineState) =>
    laneOrder.find((id) => lanes[id]?.parentSpanId === spanId),
  )
  const review = useProjection(
    view,
    'codeReviews',
    ({ reviews }: CodeReviewsState) =>
      conductor && Object.values(reviews).findLast(({ agentId }) => agentId === conductor),
  )
  return review ? <ReviewGlance review={review} /> : null
}
