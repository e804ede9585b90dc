import { ScanSearch } from 'lucide-react'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import type { ReviewItem } from '#shared/projections/transcript-items.ts'
import { useSessionView } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import { formatNumber } from '../../ui/format.ts'
import { Fold } from './fold.tsx'

/** A review of a change, as one row: what it is of and what it came to; opens to its summary. */
export function ReviewRow({ item }: { readonly item: ReviewItem }) {
  const view = useSessionView()
  const review = useProjection(view, 'codeReviews', ({ reviews }) => reviews[item.reviewId])
  if (!review) return null
  const { submitted } = review
  return (
    <Fold
      icon={<ScanSearch aria-hidden="true" />}
      verb={submitted ? 'Reviewed' : 'Reviews'}
      rest={tell(review)}
    >
      {submitted?.summary}
    </Fold>
  )
}

function tell({ files, submitted }: CodeReview): string {
  const what = formatNumber(files.length, 'file')
  if (!submitted) return what
  return `${what}: ${formatNumber(submitted.comments.length, 'comment')}`
}
