import type { RequestedSubject } from '#shared/contract/procedures/code-reviews.ts'
import type { EventFor } from '#shared/events/index.ts'
import type { ReviewId, SpanId } from '#shared/lib/ids.ts'
import type { CodeReview, CodeReviewsState } from '#shared/projections/code-reviews.ts'
import type { Limits } from '#shared/settings/settings.ts'
import type { Reviewer } from './reviewers.ts'

/** What somebody wants to have reviewed. */
export interface ReviewRequest {
  readonly subject: RequestedSubject
  /** By name; all there are unless given. */
  readonly reviewers?: readonly string[] | undefined
  /** The agent that asks; absent: a person does. */
  readonly askedBy?: SpanId
  /** Of a run of its own. */
  readonly limits?: Limits | undefined
}

/** A review that a run conducts. */
export interface ReviewUnderWay {
  readonly reviewId: ReviewId
  /** As the log has it by now. */
  readonly state: CodeReview
  /** Submits what was told, unless it is submitted; `reason`: why the host does, as a sentence. */
  conclude(reason: string): Promise<void>
}

/** What a run has to have changes reviewed with. */
export interface Reviewing {
  /** Reviews of the session, as they stand after the last commit. */
  readonly log: CodeReviewsState
  /** Those that this run conducts. */
  readonly open: Set<ReviewUnderWay>
  /** Reads and cuts what is to be reviewed. Fails with `invalid-input` and what to do where there is nothing, or nobody. */
  prepare(asked: ReviewRequest, signal?: AbortSignal): Promise<EventFor<'review.started'>['data']>
  /** Those of a review, as their definitions are now. */
  reviewersOf(review: Pick<CodeReview, 'reviewers'>): Promise<readonly Reviewer[]>
}
