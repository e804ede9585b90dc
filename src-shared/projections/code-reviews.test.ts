import { expect, test } from 'vitest'
import type { AnyEvent, Draft } from '../events/index.ts'
import { ReviewId, RunId, SessionId, SpanId } from '../lib/ids.ts'
import { codeReviews, isReviewOver } from './code-reviews.ts'
import { fold } from './define.ts'

const sessionId = SessionId.parse('ses_1')
const reviewId = ReviewId.parse('rev_1')
const agentId = SpanId.parse('spn_1')
const [first, second] = [RunId.parse('run_1'), RunId.parse('run_2')]
const model = { provider: 'p', model: 'm' }
const comment = {
  ...{ file: 'a.ts', line: 1, severity: 'low' as const, category: 'bug', message: 'Wrong.' },
  ...{ quote: 'a', reviewers: ['logic'] },
}

const started: Draft = {
  kind: 'review.started',
  runId: first,
  agentId,
  data: {
    ...{ reviewId, subject: { type: 'session' }, diff: '', files: [], leftOut: [] },
    ...{ pieceTokens: 1, reviewers: ['logic'] },
  },
}

function entered(runId: RunId): Draft {
  const data = { type: 'orchestrator', description: 'Review', model }
  return { kind: 'agent.started', runId, agentId, data }
}

const found: Draft = {
  kind: 'review.found',
  agentId,
  data: { reviewId, reviewer: 'logic', summary: 'Read.', findings: [] },
}

const submitted: Draft = {
  kind: 'review.submitted',
  data: {
    ...{ reviewId, by: 'orchestrator', summary: 'Read.', recommendation: 'comment' },
    ...{
      comments: [comment],
      moved: 0,
      dropped: 0,
      unread: [],
      unheard: [],
      tokensUsed: 1,
      costUsd: 0,
    },
  },
}

function settled(how: 'accepted' | 'dismissed' | 'reopened'): Draft {
  return { kind: 'review.settled', data: { reviewId, comments: [0], how } }
}

function rewound(to: number): Draft {
  return { kind: 'session.rewound', data: { to, at: to, stepsLeftOut: 0, restored: [] } }
}

function foldAll(...drafts: readonly Draft[]) {
  const events = drafts.map((draft, index): AnyEvent => {
    return { ...draft, sessionId, seq: index + 1, at: index }
  })
  return fold(codeReviews, codeReviews.init(), events)
}

test('a review that is gone on with is the later run’s, and over once it is submitted', () => {
  const underWay = foldAll(started, entered(first), entered(second))
  expect(underWay.reviews[reviewId]?.runIds).toEqual([first, second])
  expect(isReviewOver(underWay, second)).toBe(false)
  const over = foldAll(started, entered(first), entered(second), submitted)
  expect([first, second].map((runId) => isReviewOver(over, runId))).toEqual([true, true])
})

test('what was taken back was not said: reviews, findings, submissions, and what a person made of them', () => {
  const all = [started, found, submitted, settled('dismissed'), settled('accepted')]
  const after = (to: number) => foldAll(...all, rewound(to)).reviews[reviewId]
  expect(after(0)).toBeUndefined()
  expect(after(1)).toMatchObject({ told: [], settlements: [] })
  expect(after(2)?.told).toHaveLength(1)
  expect(after(2)).not.toHaveProperty('submitted')
  expect(after(3)?.submitted?.comments[0]).not.toHaveProperty('settled')
  expect(after(4)?.submitted?.comments[0]?.settled).toBe('dismissed')
  expect(after(5)?.submitted?.comments[0]?.settled).toBe('accepted')
})

test('a comment that was reopened is open', () => {
  const { reviews } = foldAll(started, submitted, settled('accepted'), settled('reopened'))
  expect(reviews[reviewId]?.submitted?.comments[0]).not.toHaveProperty('settled')
})
