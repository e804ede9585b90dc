import { ChevronDown } from 'lucide-react'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import { tellVerdictOf } from '../../cards/finding-words.ts'
import { NewReview } from '../../cards/new-review.tsx'
import shared from '../../cards/review.module.css'
import { useSelection } from '../../client/session-context.tsx'
import { formatClock } from '../../ui/format.ts'
import { Menu, MenuChoices } from '../../ui/menu.tsx'
import { PanelBar } from '../../ui/panel-bar.tsx'
import { ReviewAgain } from './review-again.tsx'
import { tellSubjectHere } from './review-state.ts'

export interface FindingsBarProps {
  readonly review: CodeReview
  /** All there are, the last to begin first. */
  readonly reviews: readonly CodeReview[]
}

/** What is reviewed, and the way to other reviews. */
export function FindingsBar({ review, reviews }: FindingsBarProps) {
  const title = `Review of ${tellSubjectHere(review)}`
  return (
    <PanelBar className={shared.bar}>
      <h2 className={shared.title} title={title}>
        {title}
      </h2>
      {reviews.length > 1 && <ReviewMenu review={review} reviews={reviews} />}
      <ReviewAgain review={review} />
      <NewReview />
    </PanelBar>
  )
}

function ReviewMenu({ review, reviews }: FindingsBarProps) {
  const { select } = useSelection()
  const number = reviews.length - reviews.indexOf(review)
  const trigger = (
    <button
      type="button"
      className={shared.menu}
      aria-label={`${number} of ${reviews.length} reviews: show another`}
    >
      {`${number} of ${reviews.length}`}
      <ChevronDown size={12} strokeWidth={1.5} aria-hidden />
    </button>
  )
  const choices = reviews.map((one, index) => ({
    value: one.reviewId,
    label: `${reviews.length - index} · ${formatClock(one.at)}`,
    hint: `${tellSubjectHere(one)}: ${one.submitted ? tellVerdictOf(one, one.submitted) : 'not submitted'}`,
  }))
  return (
    <Menu trigger={trigger} align="end">
      <MenuChoices
        label="Reviews"
        value={review.reviewId}
        choices={choices}
        onChoose={(value) => {
          const chosen = reviews.find(({ reviewId }) => reviewId === value)
          if (chosen) select({ shownReview: { reviewId: chosen.reviewId } })
        }}
      />
    </Menu>
  )
}
