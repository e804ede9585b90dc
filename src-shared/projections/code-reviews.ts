import type {
  Finding,
  LeftOut,
  ReviewComment,
  ReviewedPart,
  ReviewSubject,
} from '../events/code-review.ts'
import type { EventFor } from '../events/index.ts'
import type { StoredText } from '../events/value.ts'
import type { ReviewId, RunId, SpanId } from '../lib/ids.ts'
import type { GivenLimits } from '../settings/settings.ts'
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

interface Settlement {
  readonly seq: number
  /** From 0, as they were submitted. */
  readonly comments: readonly number[]
  readonly how: EventFor<'review.settled'>['data']['how']
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
  readonly limits?: GivenLimits | undefined
  /** The agent that asked for it, and by which call; absent: a person did. */
  readonly askedBy?: SpanId | undefined
  readonly callId?: SpanId
  readonly told: readonly Told[]
  readonly submitted?: SubmittedReview
  /** What a person made of comments, in that order. */
  readonly settlements: readonly Settlement[]
  /** The runs that conducted it; all but the last were cut off. */
  readonly runIds: readonly RunId[]
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
      const by = { agentId, runIds: runId ? [runId] : [], ...(callId && { callId }) }
      state.reviews[data.reviewId] = { ...data, ...by, told: [], settlements: [], seq, at }
      state.lastId = data.reviewId
    },
    'agent.started': (state, { runId, agentId, parentSpanId: callId }) => {
      for (const review of Object.values(state.reviews)) {
        const isGoneOnWith = review.agentId !== undefined && review.agentId === agentId
        if (!isGoneOnWith || review.submitted || !runId) continue
        const runIds = [...review.runIds.filter((id) => id !== runId), runId]
        state.reviews[review.reviewId] = { ...review, runIds, ...(callId && { callId }) }
      }
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
    'review.settled': (state, { seq, data }) => {
      const { reviewId, ...settled } = data
      const review = state.reviews[reviewId]
      if (!review?.submitted) return
      const settlements = [...review.settlements, { ...settled, seq }]
      state.reviews[reviewId] = settleAll(review, review.submitted, settlements)
    },
    'session.rewound': (state, { data: { to } }) => {
      const left = Object.values(state.reviews).filter(({ seq }) => seq <= to)
      state.reviews = Object.fromEntries(left.map((one) => [one.reviewId, asOf(one, to)]))
      state.lastId = left.at(-1)?.reviewId
    },
  },
})

/** Whether a run was that of a review which was submitted: nothing is left to go on with. */
export function isReviewOver({ reviews }: CodeReviewsState, runId: string | undefined): boolean {
  return Object.values(reviews).some(
    ({ submitted, callId, runIds }) =>
      submitted !== undefined && !callId && runIds.some((id) => id === runId),
  )
}

/** Without what came after an event. */
function asOf({ submitted, ...review }: CodeReview, to: number): CodeReview {
  const told = review.told.filter(({ seq }) => seq <= to)
  if (!submitted || submitted.seq > to) return { ...review, told, settlements: [] }
  const settlements = review.settlements.filter(({ seq }) => seq <= to)
  return settleAll({ ...review, told }, submitted, settlements)
}

/** What became of each comment in the end. */
function settleAll(
  review: CodeReview,
  submitted: SubmittedReview,
  settlements: readonly Settlement[],
): CodeReview {
  const comments = submitted.comments.map(({ settled: _, ...comment }, index) => {
    const how = settlements.findLast((one) => one.comments.includes(index))?.how
    return how === undefined || how === 'reopened' ? comment : { ...comment, settled: how }
  })
  return { ...review, settlements, submitted: { ...submitted, comments } }
}
