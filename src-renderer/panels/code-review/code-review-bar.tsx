import { ChevronDown } from 'lucide-react'
import { AppError } from '#shared/lib/app-error.ts'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import type { StatusState } from '#shared/projections/status.ts'
import { tellVerdictOf } from '../../cards/code-review/format-finding.ts'
import { NewReview } from '../../cards/code-review/new-review.tsx'
import shared from '../../cards/code-review/review.module.css'
import { useHost } from '../../connection/host-context.tsx'
import {
  useCommands,
  useLiveView,
  useSelection,
  useSessionId,
} from '../../session/session-context.tsx'
import { useProjection } from '../../session/use-projection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Menu, MenuChoices } from '../../ui/overlays/menu.tsx'
import { useToasts } from '../../ui/overlays/toasts.tsx'
import { PanelBar } from '../../ui/panels/panel-bar.tsx'
import { formatClock } from '../../ui/text/format.ts'
import { toStartAgain } from './review-draft.ts'
import { tellSubjectHere } from './review-state.ts'

interface CodeReviewBarProps {
  readonly review: CodeReview
  /** All there are, the last to begin first. */
  readonly reviews: readonly CodeReview[]
}

/** What is reviewed, and the way to other reviews. */
export function CodeReviewBar({ review, reviews }: CodeReviewBarProps) {
  const title = `Code review of ${tellSubjectHere(review)}`
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

function ReviewMenu({ review, reviews }: CodeReviewBarProps) {
  const { select } = useSelection()
  const number = reviews.length - reviews.indexOf(review)
  const trigger = (
    <button
      type="button"
      className={shared.menu}
      aria-label={`${number} of ${reviews.length} code reviews: show another`}
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
        label="Code reviews"
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

/** Has the same reviewed again, by the same reviewers; absent where that cannot be done now. */
function ReviewAgain({ review }: { readonly review: CodeReview }) {
  const again = useReviewAgain(review)
  if (!again) return null
  return (
    <Button isSmall onClick={() => void again()}>
      Review again
    </Button>
  )
}

function useReviewAgain(review: CodeReview): (() => Promise<void>) | undefined {
  const client = useHost()
  const sessionId = useSessionId()
  const { projectId, isIdle } = useProjection(useLiveView(), 'status', selectStatus, sameStatus)
  const canAct = useCommands() !== undefined
  const { select } = useSelection()
  const { tell } = useToasts()
  if (!canAct || !projectId || !isIdle) return undefined
  const start = toStartAgain(review, { projectId, sessionId })
  if (!start) return undefined
  return async () => {
    try {
      const { reviewId } = await client['codeReviews.start'](start)
      select({ shownReview: { reviewId } })
    } catch (error) {
      tell({ text: AppError.toWire(error).message })
    }
  }
}

const selectStatus = ({ projectId, runId }: StatusState) => ({
  projectId,
  isIdle: runId === undefined,
})

function sameStatus(
  a: ReturnType<typeof selectStatus>,
  b: ReturnType<typeof selectStatus>,
): boolean {
  return a.projectId === b.projectId && a.isIdle === b.isIdle
}
