import { useState } from 'react'
import { isOfNothing } from '#shared/code-review/fails-on.ts'
import type { CodeReview, SubmittedReview } from '#shared/projections/code-reviews.ts'
import { SeverityMark } from '../../cards/severity-mark.tsx'
import { useComparedReview } from '../../client/compared-review.ts'
import { Empty } from '../../ui/notice.tsx'
import { FindingList } from './finding-list.tsx'
import styles from './findings.module.css'
import { FixedList } from './fixed-list.tsx'
import { LeftOutFiles } from './left-out-files.tsx'
import { ReviewAgents } from './review-agents.tsx'
import { countShown, type Filter, listComments, tellNoneFound } from './review-state.ts'
import { Verdict } from './verdict.tsx'

export interface SubmittedViewProps {
  readonly review: CodeReview
  readonly submitted: SubmittedReview
}

/** A review that was submitted: what it recommends, and its comments, the gravest first. */
export function SubmittedView({ review, submitted }: SubmittedViewProps) {
  const [filter, choose] = useState<Filter>('all')
  const { comments } = submitted
  const shown = listComments(review, filter)
  const compared = useComparedReview(review)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <div className={styles.body} tabIndex={0}>
      <Verdict review={review} submitted={submitted} compared={compared} />
      {comments.length === 0 ? (
        !isOfNothing(review) && <Empty>{tellNoneFound(review)}</Empty>
      ) : (
        <>
          <FindingFilter comments={comments} filter={filter} onChoose={choose} />
          <FindingList review={review} shown={shown} compared={compared} />
          {shown.length === 0 && <Empty>None of these is open any more.</Empty>}
        </>
      )}
      {compared && <FixedList compared={compared} />}
      <ReviewAgents review={review} />
      <LeftOutFiles review={review} />
    </div>
  )
}

interface FindingFilterProps {
  readonly comments: SubmittedReview['comments']
  readonly filter: Filter
  readonly onChoose: (filter: Filter) => void
}

function FindingFilter({ comments, filter, onChoose }: FindingFilterProps) {
  return (
    <fieldset className={styles.filter} aria-label="Which findings are shown">
      {countShown(comments, filter).map(({ filter: one, count }) => (
        <button
          key={one}
          type="button"
          aria-pressed={filter === one}
          onClick={() => onChoose(filter === one ? 'all' : one)}
        >
          <FilterName filter={one} /> {count}
        </button>
      ))}
    </fieldset>
  )
}

function FilterName({ filter }: Pick<FindingFilterProps, 'filter'>) {
  if (filter === 'all') return 'All'
  return filter === 'open' ? 'Open' : <SeverityMark severity={filter} />
}
