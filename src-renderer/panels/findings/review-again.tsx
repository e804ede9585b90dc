import type { AskedSubject } from '#shared/contract/code-reviews.ts'
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

function useReviewAgain({ subject, reviewers }: CodeReview): (() => Promise<void>) | undefined {
  const client = useHost()
  const sessionId = useSessionId()
  const { projectId, isIdle } = useProjection(useLiveView(), 'status', selectStatus, sameStatus)
  const canAct = useCommands() !== undefined
  const { select } = useSelection()
  const { tell } = useToasts()
  // A diff that came from outside is nowhere to be read again.
  if (!canAct || !projectId || !isIdle || subject.type === 'diff') return undefined
  const asked: AskedSubject = subject
  return async () => {
    try {
      const { reviewId } = await client['reviews.start']({
        ...{ projectId, sessionId, subject: asked, reviewers: [...reviewers] },
      })
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
