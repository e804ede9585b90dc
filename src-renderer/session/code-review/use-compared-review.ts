import { useMemo } from 'react'
import { type ComparedReviews, compareReviews } from '#shared/code-review/compare-reviews.ts'
import { isOfNothing } from '#shared/code-review/review-result.ts'
import { type ChangedFile, parseDiff } from '#shared/code-review/unified-diff.ts'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import { type Loaded, useStoredText } from '../session-queries.ts'
import { useCodeReview } from './use-code-reviews.ts'

/** What became of the review before this one about the same; absent where there was none, or one of them came to nothing, and while the diff is fetched. */
export function useComparedReview(review: CodeReview): ComparedReviews | undefined {
  const before = useCodeReview(review.follows)?.submitted
  const isCompared = before !== undefined && review.submitted !== undefined && !isOfNothing(review)
  const { text, isPartial } = useStoredText(isCompared ? review.diff : undefined)
  const files = useMemo(() => filesOf({ text, isPartial }), [text, isPartial])
  return isCompared && files ? compareReviews(before, review, files) : undefined
}

/** Absent without the whole diff: nobody can say then what of it is as it was. */
export function filesOf({ text, isPartial }: Loaded): readonly ChangedFile[] | undefined {
  return isPartial ? undefined : parseDiff(text)
}
