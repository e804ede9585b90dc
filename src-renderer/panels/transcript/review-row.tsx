import { ScanSearch } from 'lucide-react'
import type { ReviewItem } from '#shared/projections/transcript-items.ts'
import { tellOutcome } from '../../cards/finding-words.ts'
import { ReviewGlance } from '../../cards/review-glance.tsx'
import { useCodeReview, useReviewEnd } from '../../client/code-reviews.ts'
import { Fold } from './fold.tsx'

/** A review of a change, as one row: what it is of and what it came to; opens to its summary. */
export function ReviewRow({ item }: { readonly item: ReviewItem }) {
  const review = useCodeReview(item.reviewId)
  return review ? <Row review={review} /> : null
}

function Row({ review }: Parameters<typeof ReviewGlance>[0]) {
  const end = useReviewEnd(review)
  const isOn = !review.submitted && end === undefined
  return (
    <Fold
      icon={<ScanSearch aria-hidden="true" />}
      verb={review.submitted ? 'Reviewed' : isOn ? 'Reviews' : 'Began to review'}
      rest={tellOutcome(review)}
      isOngoing={isOn}
    >
      <ReviewGlance review={review} />
    </Fold>
  )
}
