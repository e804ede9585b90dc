import { ScanSearch } from 'lucide-react'
import { countSeverities } from '#shared/code-review/review-words.ts'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import { useReviewLanes } from '../client/code-reviews.ts'
import { nameOf } from '../client/lane-words.ts'
import { useSelection } from '../client/session-context.tsx'
import { Button } from '../ui/button.tsx'
import { Markdown } from '../ui/markdown.tsx'
import styles from './finding.module.css'
import { SeverityMark } from './severity-mark.tsx'

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
