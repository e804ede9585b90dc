import type {
  Finding,
  LeftOut,
  ReviewComment,
  ReviewedPart,
  ReviewSubject,
} from '../events/code-review.ts'
import type { EventFor } from '../events/index.ts'
import type { StoredText } from '../events/value.ts'
import type { ReviewId, RunId, SpanId } from '../ids.ts'
import { defineProjection } from './define.ts'

/** What one agent told as a reviewer. */
export interface Told {
  readonly agentId: SpanId
  readonly reviewer: string
  readonly summary: string
  readonly findings: readonly Finding[]
  readonly seq: number
}

export type Settled = Exclude<EventFor<'review.settled'>['data']['how'], 'reopened'>

/** A comment, and what a person made of it; absent: nothing yet. */
export interface SubmittedComment extends ReviewComment {
  readonly settled?: Settled
}

export interface SubmittedReview
  extends Omit<EventFor<'review.submitted'>['data'], 'reviewId' | 'comments'> {
  readonly comments: readonly SubmittedComment[]
  readonly seq: number
  readonly at: number
}

/** A review of a change by agents. Without `submitted` it is under way, or was cut off. */
export interface CodeReview {
  readonly reviewId: ReviewId
  readonly subject: ReviewSubject
  readonly diff: StoredText
  readonly files: readonly ReviewedPart[]
  readonly leftOut: readonly LeftOut[]
  readonly pieceTokens: number
  readonly reviewers: readonly string[]
  readonly follows?: ReviewId | undefined
  /** The agent that asked for it, and by which call; absent: a person did. */
  readonly askedBy?: SpanId | undefined
  readonly callId?: SpanId
  readonly told: readonly Told[]
  readonly submitted?: SubmittedReview
  readonly runId: RunId | undefined
  /** Whoever conducts it. */
  readonly agentId: SpanId | undefined
  readonly seq: number
  readonly at: number
}

export interface CodeReviewsState {
  /** By id, in the order they began. */
  reviews: Record<string, CodeReview>
  /** Of the last that began. */
  lastId: ReviewId | undefined
}

/** What agents said of changes, and what a person made of that. */
export const codeReviews = defineProjection<CodeReviewsState>({
  init: () => ({ reviews: {}, lastId: undefined }),
  copy: ({ reviews, lastId }) => ({ reviews: { ...reviews }, lastId }),
  on: {
    'review.started': (state, { seq, at, runId, agentId, parentSpanId: callId, data }) => {
      const by = { runId, agentId, ...(callId && { callId }) }
      state.reviews[data.reviewId] = { ...data, told: [], ...by, seq, at }
      state.lastId = data.reviewId
    },
    'review.found': (state, { seq, agentId, data }) => {
      const { reviewId, ...told } = data
      const review = state.reviews[reviewId]
      if (!review || !agentId) return
      state.reviews[reviewId] = { ...review, told: [...review.told, { ...told, agentId, seq }] }
    },
    'review.submitted': (state, { seq, at, data }) => {
      const { reviewId, ...submitted } = data
      const review = state.reviews[reviewId]
      if (review) state.reviews[reviewId] = { ...review, submitted: { ...submitted, seq, at } }
    },
    'review.settled': (state, { data }) => {
      const review = state.reviews[data.reviewId]
      if (review) state.reviews[data.reviewId] = settle(review, data)
    },
  },
})

function settle(
  review: CodeReview,
  { comments: settled, how }: EventFor<'review.settled'>['data'],
): CodeReview {
  if (!review.submitted) return review
  const comments = review.submitted.comments.map((comment, index) => {
    if (!settled.includes(index)) return comment
    const { settled: _, ...open } = comment
    return how === 'reopened' ? open : { ...open, settled: how }
  })
  return { ...review, submitted: { ...review.submitted, comments } }
}
