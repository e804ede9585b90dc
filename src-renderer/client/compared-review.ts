import { type ComparedReviews, compareReviews } from '#shared/code-review/compare-reviews.ts'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import { useCodeReview } from './code-reviews.ts'

/** What became of the review before this one about the same; absent where there was none, or it came to nothing. */
export function useComparedReview(review: CodeReview): ComparedReviews | undefined {
  const before = useCodeReview(review.follows)?.submitted
  return before && review.submitted ? compareReviews(before, review) : undefined
}
