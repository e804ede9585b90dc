import { useState } from 'react'
import { countSeverities } from '#shared/code-review/review-words.ts'
import type { Severity } from '#shared/events/code-review.ts'
import type { CodeReview, SubmittedReview } from '#shared/projections/code-reviews.ts'
import { SeverityMark } from '../../cards/severity-mark.tsx'
import { useComparedReview } from '../../client/compared-review.ts'
import { Empty } from '../../ui/notice.tsx'
import { FindingList } from './finding-list.tsx'
import styles from './findings.module.css'
import { FixedList } from './fixed-list.tsx'
import { LeftOutFiles } from './left-out-files.tsx'
import { ReviewAgents } from './review-agents.tsx'
import { listComments, tellNoneFound } from './review-state.ts'
import { Verdict } from './verdict.tsx'

export interface SubmittedViewProps {
  readonly review: CodeReview
  readonly submitted: SubmittedReview
}

/** A review that was submitted: what it recommends, and its comments, the gravest first. */
export function SubmittedView({ review, submitted }: SubmittedViewProps) {
  const [severity, choose] = useState<Severity>()
  const { comments } = submitted
  const shown = listComments(review, severity)
  const compared = useComparedReview(review)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <div className={styles.body} tabIndex={0}>
      <Verdict review={review} submitted={submitted} compared={compared} />
      {comments.length === 0 ? (
        <Empty>{tellNoneFound(review)}</Empty>
      ) : (
        <>
          <SeverityFilter comments={comments} severity={severity} onChoose={choose} />
          <FindingList review={review} shown={shown} compared={compared} />
        </>
      )}
      {compared && <FixedList compared={compared} />}
      <ReviewAgents review={review} />
      <LeftOutFiles review={review} />
    </div>
  )
}

interface SeverityFilterProps {
  readonly comments: SubmittedReview['comments']
  readonly severity: Severity | undefined
  readonly onChoose: (severity: Severity | undefined) => void
}

function SeverityFilter({ comments, severity, onChoose }: SeverityFilterProps) {
  const counts = countSeverities(comments)
  return (
    <fieldset className={styles.filter} aria-label="Which findings are shown">
      <button
        type="button"
        aria-pressed={severity === undefined}
        onClick={() => onChoose(undefined)}
      >
        All {comments.length}
      </button>
      {counts.map(({ severity: one, count }) => (
        <button
          key={one}
          type="button"
          aria-pressed={severity === one}
          onClick={() => onChoose(severity === one ? undefined : one)}
        >
          <SeverityMark severity={one} /> {count}
        </button>
      ))}
    </fieldset>
  )
}
