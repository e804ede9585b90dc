import { tellSubject } from '#shared/code-review/review-words.ts'
import { AppError } from '#shared/error.ts'
import type { Draft } from '#shared/events/index.ts'
import type { ReviewId, RunId } from '#shared/ids.ts'
import type { RunPlan } from '../run-plan.ts'
import type { RunsOptions } from '../runs-options.ts'
import type { SessionView } from '../session-view.ts'
import { agentIdOf } from '../span-ids.ts'
import { reviewThread } from '../thread-places.ts'
import type { ReviewRequest } from './define.ts'
import { createReviewing } from './reviewing.ts'

/** A review that a person asks for, and what is written where it begins. */
export interface BegunReview {
  readonly reviewId: ReviewId
  readonly drafts: readonly Draft[]
}

/**
 * Prepares a review as a run of its own. Fails with `conflict` where the session waits for something,
 * and with `invalid-input` where there is nothing to review.
 */
export async function beginReview(
  plan: RunPlan,
  options: RunsOptions,
  asked: ReviewRequest,
): Promise<BegunReview> {
  const { view } = plan
  if (view.approvals.open.length > 0 || view.status.isPaused) throw new AppError('conflict', WAITS)
  const data = await createReviewing(plan, options).prepare(asked)
  const { reviewId, subject } = data
  const title = `Review of ${tellSubject(subject)}`
  const agentId = agentIdOf(view.origin, reviewThread(reviewId))
  return {
    reviewId,
    drafts: [
      ...(view.status.title === undefined
        ? [{ kind: 'session.renamed', data: { title, by: 'host' } } as const]
        : []),
      { kind: 'review.started', agentId, data },
    ],
  }
}

const WAITS =
  'This session has something to go on with. Decide what it asks, resume it or send it a message; then have it reviewed.'

/** The review that a run conducted, where it is not submitted. */
export function findUnfinished({ codeReviews }: SessionView, runId: RunId): ReviewId | undefined {
  return Object.values(codeReviews.reviews).find(
    ({ submitted, callId, runIds }) => !submitted && !callId && runIds.includes(runId),
  )?.reviewId
}
