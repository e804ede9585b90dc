import { ScanSearch } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReviewId } from '#shared/ids.ts'
import { NewReview } from '../../cards/new-review.tsx'
import { useCodeReviews, useReviewEnd } from '../../client/code-reviews.ts'
import { useIsRecording } from '../../client/host-context.tsx'
import { useIsLive, useSelection } from '../../client/session-context.tsx'
import { Empty } from '../../ui/notice.tsx'
import { TitleBar } from '../../ui/panel-bar.tsx'
import styles from './findings.module.css'
import { FindingsBar } from './findings-bar.tsx'
import { SubmittedView } from './submitted-view.tsx'
import { UnderWay } from './under-way.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

/** What reviewers said of a change, at the playhead: of the review that is chosen, or the last. */
export function FindingsPanel() {
  const reviews = useCodeReviews()
  const chosen = useChosen(reviews[0]?.reviewId)
  const shown = reviews.find(({ reviewId }) => reviewId === chosen) ?? reviews[0]
  const panel = useRef<HTMLDivElement>(null)
  const keptFocus = useKeptFocus(panel)
  if (!shown) return <NoReview />
  return (
    <div ref={panel} className={styles.panel} {...keptFocus}>
      <FindingsBar review={shown} reviews={reviews} />
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
      <TitleBar>Findings</TitleBar>
      <Empty icon={<ScanSearch aria-hidden="true" />} action={<NewReview isPrimary />}>
        {isLive
          ? 'Have reviewers look at a change: yours before a commit, an agent’s before you accept it, a branch. What they find stands here and beside the lines.'
          : 'Nothing had been reviewed at this moment.'}
      </Empty>
    </div>
  )
}
