import { AppError } from '#shared/error.ts'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import type { StatusState } from '#shared/projections/status.ts'
import { useHost } from '../../client/host-context.tsx'
import {
  useCommands,
  useLiveView,
  useSelection,
  useSessionId,
} from '../../client/session-context.tsx'
import { useToasts } from '../../client/toasts.ts'
import { useProjection } from '../../client/use-projection.ts'
import { Button } from '../../ui/button.tsx'
import { toStartAgain } from './review-draft.ts'

/** Has the same reviewed again, by the same reviewers; absent where that cannot be done now. */
export function ReviewAgain({ review }: { readonly review: CodeReview }) {
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
      const { reviewId } = await client['reviews.start'](start)
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
