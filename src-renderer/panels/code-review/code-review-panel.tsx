import { ScanSearch } from 'lucide-react'
import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { ReviewId } from '#shared/lib/ids.ts'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import { FindingCard } from '../../cards/code-review/finding-card.tsx'
import { NewReview } from '../../cards/code-review/new-review.tsx'
import { OngoingDot } from '../../cards/ongoing-dot.tsx'
import { useIsRecording } from '../../connection/host-context.tsx'
import { useCodeReviews, useReviewEnd } from '../../session/code-review/use-code-reviews.ts'
import { useIsLive, useSelection } from '../../session/session-context.tsx'
import { Empty } from '../../ui/loading/notice.tsx'
import { TitleBar } from '../../ui/panels/panel-bar.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import styles from './code-review.module.css'
import { CodeReviewBar } from './code-review-bar.tsx'
import { listTold } from './review-state.ts'
import { ReviewAgents } from './reviewer-list.tsx'
import { LeftOutFiles } from './skipped-review-files.tsx'
import { SubmittedView } from './submitted-review.tsx'

/** The selected code review at the playhead, else the last one. */
export function CodeReviewPanel() {
  const reviews = useCodeReviews()
  const chosen = useChosen(reviews[0]?.reviewId)
  const shown = reviews.find(({ reviewId }) => reviewId === chosen) ?? reviews[0]
  const panel = useRef<HTMLDivElement>(null)
  const keptFocus = useKeptFocus(panel)
  if (!shown) return <NoReview />
  return (
    <div ref={panel} className={styles.panel} {...keptFocus}>
      <CodeReviewBar review={shown} reviews={reviews} />
      <Shown key={shown.reviewId} review={shown} />
    </div>
  )
}

/** The review that was pointed at, until another begins. */
function useChosen(lastId: ReviewId | undefined): ReviewId | undefined {
  const { shownReview } = useSelection()
  const [led, lead] = useState({ shownReview, lastId, chosen: shownReview?.reviewId })
  if (shownReview !== led.shownReview) {
    lead({ shownReview, lastId, chosen: shownReview?.reviewId })
  } else if (lastId !== led.lastId) lead({ shownReview, lastId, chosen: undefined })
  return led.chosen
}

function Shown({ review }: { readonly review: Parameters<typeof UnderWay>[0]['review'] }) {
  const end = useReviewEnd(review)
  return review.submitted ? (
    <SubmittedView review={review} submitted={review.submitted} />
  ) : (
    <UnderWay review={review} end={end} />
  )
}

function NoReview() {
  const isRecording = useIsRecording()
  const isLive = useIsLive() && !isRecording
  return (
    <div className={styles.panel}>
      <TitleBar>Code review</TitleBar>
      <Empty icon={<ScanSearch aria-hidden="true" />} action={<NewReview isPrimary />}>
        {isLive
          ? 'Get a code review of uncommitted work, an agent’s changes or a branch. Findings appear here and next to the code.'
          : 'There was no code review at this moment.'}
      </Empty>
    </div>
  )
}

/**
 * Keeps the focus in a part of the window whose content is exchanged, or shrinks, while it has it: what had it goes,
 * and what stands there now takes it.
 */
function useKeptFocus(part: RefObject<HTMLElement | null>) {
  const hadIt = useRef(false)
  useEffect(() => {
    if (!hadIt.current || document.activeElement !== document.body) return
    part.current?.querySelector<HTMLElement>('[data-focus="code-review"]')?.focus()
  })
  return {
    onFocus: () => {
      hadIt.current = true
    },
    // Of what is taken away while it is drawn anew, nothing is told here.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      hadIt.current = currentTarget.contains(relatedTarget)
    },
  }
}

interface UnderWayProps {
  readonly review: CodeReview
  /** Why its run ended without a submission; absent while it is on. */
  readonly end: string | undefined
}

/** A review that was not submitted: who is at work, and what was found so far. */
function UnderWay({ review, end }: UnderWayProps) {
  const told = listTold(review.told)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <div className={styles.body} tabIndex={0} data-focus="code-review">
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
