import type { ReviewId } from '#shared/lib/ids.ts'
import {
  type CodeReview,
  type CodeReviewsState,
  isReviewOver,
} from '#shared/projections/code-reviews.ts'
import type { Lane } from '#shared/projections/lanes.ts'
import type { StatusState } from '#shared/projections/status.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { useNavigation } from '../../navigation/navigation.tsx'
import { useCommands, useLiveView, useSessionId, useSessionView } from '../session-context.tsx'
import type { SessionView } from '../store/session-view.ts'
import { sameItems, useProjection } from '../use-projection.ts'

/** Every review of the session at the playhead, the last to begin first. */
export function useCodeReviews(): readonly CodeReview[] {
  return useProjection(useSessionView(), 'codeReviews', selectAll, sameItems)
}

function selectAll({ reviews }: CodeReviewsState): readonly CodeReview[] {
  return Object.values(reviews).toReversed()
}

/** One of them; absent before it began. */
export function useCodeReview(reviewId: ReviewId | undefined): CodeReview | undefined {
  return useProjection(useSessionView(), 'codeReviews', ({ reviews }) =>
    reviewId === undefined ? undefined : reviews[reviewId],
  )
}

/** The agents of a review: whoever conducts it first, then the reviewers as they were asked. */
export function useReviewLanes({ agentId }: CodeReview): readonly Lane[] {
  return useProjection(
    useSessionView(),
    'timeline',
    ({ laneOrder, lanes }: TimelineState) => {
      if (!agentId) return []
      const all = laneOrder.flatMap((id) => lanes[id] ?? [])
      const own = all.filter((lane) => lane.agentId === agentId)
      return [...own, ...all.filter(({ parentAgentId }) => parentAgentId === agentId)]
    },
    sameItems,
  )
}

/** Why a review without a submission goes on no more, for now or for good; absent while it does. */
export function useReviewEnd({ runIds, submitted }: CodeReview): string | undefined {
  return useProjection(useSessionView(), 'timeline', ({ runs, marks }: TimelineState) => {
    if (submitted) return undefined
    const run = runs.findLast(({ id }) => id === runIds.at(-1))
    if (run?.endedAt === undefined) return undefined
    const end = marks.findLast(({ type, at }) => type === 'end' && at === run.endedAt)
    return end?.title ?? 'The run ended.'
  })
}

/** Whether the last run was a review that was submitted: it can't be gone on with, however it ended. */
export function useIsLastReviewOver(view: SessionView): boolean {
  const runId = useProjection(view, 'timeline', ({ runs }: TimelineState) => runs.at(-1)?.id)
  return useProjection(view, 'codeReviews', (state: CodeReviewsState) => isReviewOver(state, runId))
}

/** Leads to a new review, begun from this session; absent in the past, and out of the host's reach. */
export function useOpenReview(): (() => void) | undefined {
  const { openReview } = useNavigation()
  const sessionId = useSessionId()
  const live = useLiveView()
  const projectId = useProjection(live, 'status', selectProject)
  const canAct = useCommands() !== undefined
  if (!canAct || !projectId) return undefined
  return () => {
    const isUnchanged = Object.keys(live.state('files').touched).length === 0
    openReview({ projectId, sessionId, isUnchanged })
  }
}

const selectProject = (state: StatusState) => state.projectId
