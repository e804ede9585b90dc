import { CircleCheck, CircleSlash, CircleX, MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import type { ComparedReviews } from '#shared/code-review/compare-reviews.ts'
import { tellPlace } from '#shared/code-review/format-review.ts'
import { isOfNothing } from '#shared/code-review/review-result.ts'
import type { Recommendation } from '#shared/events/code-review.ts'
import type { CodeReview, SubmittedReview } from '#shared/projections/code-reviews.ts'
import { FindingCard } from '../../cards/code-review/finding-card.tsx'
import { tellVerdictOf } from '../../cards/code-review/format-finding.ts'
import { SeverityMark } from '../../cards/code-review/review-summary.tsx'
import { useComparedReview } from '../../session/code-review/use-compared-review.ts'
import { Empty } from '../../ui/loading/notice.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { formatNumber, formatTokens, formatUsd } from '../../ui/text/format.ts'
import styles from './code-review.module.css'
import { FindingList } from './finding-list.tsx'
import {
  countShown,
  type Filter,
  listComments,
  tellCompared,
  tellNoneFound,
} from './review-state.ts'
import { ReviewAgents } from './reviewer-list.tsx'
import { LeftOutFiles } from './skipped-review-files.tsx'

interface SubmittedViewProps {
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

/** What the review before found, and nobody finds any more. */
function FixedList({ compared: { fixed } }: { readonly compared: ComparedReviews }) {
  if (fixed.length === 0) return null
  return (
    <section className={styles.section} aria-label="Fixed since the review before">
      <h3>Fixed since the review before</h3>
      <ul className={styles.list}>
        {fixed.map(({ suggestion: _, ...comment }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was submitted never changes
          <li key={index} className={styles.item} aria-label={`Fixed: ${tellPlace(comment)}`}>
            <FindingCard finding={comment} reviewers={comment.reviewers} since="fixed" />
          </li>
        ))}
      </ul>
    </section>
  )
}

const signs: Readonly<Record<Recommendation, typeof CircleX>> = {
  approve: CircleCheck,
  request_changes: CircleX,
  comment: MessageSquareText,
}

interface VerdictProps {
  readonly review: CodeReview
  readonly submitted: SubmittedReview
  /** With the review before it about the same. */
  readonly compared: ComparedReviews | undefined
}

/** What a review recommends and says in all, by whom, and what it took. */
function Verdict({ review, submitted, compared }: VerdictProps) {
  const { recommendation, summary, tokensUsed, costUsd, by, reason } = submitted
  const isNothing = isOfNothing(review)
  const Sign = isNothing ? CircleSlash : signs[recommendation]
  return (
    <section className={styles.head}>
      <div className={styles.headLine}>
        <h3 className={styles.verdict} data-recommendation={isNothing ? undefined : recommendation}>
          <Sign aria-hidden="true" />
          {tellVerdictOf(review, submitted)}
        </h3>
        <span className={styles.figures}>
          {formatNumber(review.files.length, 'file')} · {formatTokens(tokensUsed)} tokens ·{' '}
          {formatUsd(costUsd)}
        </span>
      </div>
      {by === 'host' && (
        <p className={styles.notice} role="note">
          {`Submitted by the host from what the reviewers found${reason ? `: ${reason}` : '.'}`}
        </p>
      )}
      <Markdown text={summary} />
      {compared && <p className={styles.fact}>{tellCompared(compared)}</p>}
    </section>
  )
}
