import { CircleCheck, CircleSlash, CircleX, MessageSquareText } from 'lucide-react'
import type { ComparedReviews } from '#shared/code-review/compare-reviews.ts'
import { isOfNothing } from '#shared/code-review/fails-on.ts'
import type { Recommendation } from '#shared/events/code-review.ts'
import type { CodeReview, SubmittedReview } from '#shared/projections/code-reviews.ts'
import { tellVerdictOf } from '../../cards/finding-words.ts'
import { formatNumber, formatTokens, formatUsd } from '../../ui/format.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { tellCompared } from './compared-words.ts'
import styles from './findings.module.css'

const signs: Readonly<Record<Recommendation, typeof CircleX>> = {
  approve: CircleCheck,
  request_changes: CircleX,
  comment: MessageSquareText,
}

export interface VerdictProps {
  readonly review: CodeReview
  readonly submitted: SubmittedReview
  /** With the review before it about the same. */
  readonly compared: ComparedReviews | undefined
}

/** What a review recommends and says in all, by whom, and what it took. */
export function Verdict({ review, submitted, compared }: VerdictProps) {
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
