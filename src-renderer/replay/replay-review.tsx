import { DecidedList } from '../panels/review/decided-list.tsx'
import { ReviewPanel } from '../panels/review/review-panel.tsx'

/** What waited for review, and what had been decided: there is nobody who could decide more. */
export function ReplayReview() {
  return (
    <>
      <ReviewPanel />
      <DecidedList />
    </>
  )
}
