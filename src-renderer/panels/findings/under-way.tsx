import type { CodeReview } from '#shared/projections/code-reviews.ts'
import { FindingCard } from '../../cards/finding-card.tsx'
import { OngoingDot } from '../../cards/ongoing-dot.tsx'
import { formatNumber } from '../../ui/format.ts'
import styles from './findings.module.css'
import { LeftOutFiles } from './left-out-files.tsx'
import { ReviewAgents } from './review-agents.tsx'
import { listTold } from './review-state.ts'

export interface UnderWayProps {
  readonly review: CodeReview
  /** Why its run ended without a submission; absent while it is on. */
  readonly end: string | undefined
}

/** A review that was not submitted: who is at work, and what was found so far. */
export function UnderWay({ review, end }: UnderWayProps) {
  const told = listTold(review.told)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <div className={styles.body} tabIndex={0} data-focus="findings">
      <section className={styles.head}>
        <h3 className={styles.verdict}>
          {end === undefined && <OngoingDot />}
          {end === undefined
            ? `Reviewing ${formatNumber(review.files.length, 'file')}`
            : 'Not submitted'}
        </h3>
        {end !== undefined && (
          <p className={styles.notice}>{end} Go on with the run, or review again.</p>
        )}
      </section>
      <ReviewAgents review={review} />
      {told.length > 0 && (
        <section className={styles.section} aria-label="Found so far">
          <h3>Found so far</h3>
          <ul className={styles.list}>
            {told.map(({ id, reviewer, finding }) => (
              <li key={id} className={styles.item}>
                <FindingCard finding={finding} reviewers={[reviewer]} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <LeftOutFiles review={review} />
    </div>
  )
}
