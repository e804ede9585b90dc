import { expect, test } from 'vitest'
import { someReview } from '../../test/support/review-result.ts'
import { ReviewId, SessionId, SpanId } from '../lib/ids.ts'
import type {
  CodeReview,
  SubmittedComment,
  SubmittedReview,
  Told,
} from '../projections/code-reviews.ts'
import { noTotals } from '../projections/totals.ts'
import {
  emptyReviewResult,
  FAIL_LEVELS,
  failsOn,
  isOfNothing,
  listReviewAgents,
  ReviewResult,
  toReviewResult,
} from './review-result.ts'

const comment: SubmittedComment = {
  file: 'a.ts',
  line: 1,
  severity: 'high',
  category: 'x',
  message: 'y',
  quote: 'z',
  reviewers: ['logic'],
}
const orchestrator = SpanId.parse('spn_o')
const review: CodeReview = {
  reviewId: ReviewId.parse('rev_1'),
  subject: { type: 'staged' },
  diff: '',
  files: [{ path: 'a.ts', added: 1, removed: 0, pieces: [1] }],
  leftOut: [],
  pieceTokens: 1_000,
  reviewers: ['logic'],
  told: [],
  runIds: [],
  settlements: [],
  agentId: orchestrator,
  seq: 1,
  at: 1,
}
const submitted: SubmittedReview = {
  by: 'orchestrator',
  summary: 'Well.',
  recommendation: 'approve',
  comments: [{ ...comment, settled: 'dismissed' }, comment],
  moved: 0,
  dropped: 0,
  unread: [],
  unheard: [],
  tokensUsed: 10,
  costUsd: null,
  seq: 9,
  at: 9,
}

test('a review that was submitted is a result of its own schema, and one that was not is none', () => {
  expect(toReviewResult(review, { agents: [] })).toBeUndefined()
  const sessionId = SessionId.parse('ses_1')
  const result = toReviewResult({ ...review, submitted }, { agents: [], sessionId })
  expect(result).toEqual({
    summary: 'Well.',
    recommendation: 'approve',
    comments: [comment, comment],
    tokensUsed: 10,
    costUsd: null,
    agents: [],
    submittedBy: 'orchestrator',
    subject: { type: 'staged' },
    files: [{ path: 'a.ts', added: 1, removed: 0 }],
    leftOut: [],
    unread: [],
    unheard: [],
    moved: 0,
    dropped: 0,
    sessionId,
    reviewId: 'rev_1',
    isOfNothing: false,
  })
  expect(ReviewResult.parse(JSON.parse(JSON.stringify(result)))).toEqual(result)
  const empty = emptyReviewResult({ type: 'staged' }, 'Nothing is staged.')
  expect(ReviewResult.parse(empty)).toEqual(empty)
  const asked = { type: 'diff', name: 'x.diff', text: ' ' } as const
  expect(emptyReviewResult(asked, 'The diff is empty.').subject).toEqual({
    type: 'diff',
    name: 'x.diff',
  })
})

test('of a session’s agents those of the review are summed by their type', () => {
  const [one, two, lead] = ['spn_1', 'spn_2', 'spn_lead'].map((id) => SpanId.parse(id))
  if (!one || !two || !lead) throw new Error('There are ids.')
  const lane = { depth: 0, description: '', startedAt: 0, costUsd: 0, unpricedCalls: 0, tokens: 0 }
  const lanes = {
    [lead]: { ...lane, agentId: lead, type: 'lead' },
    [orchestrator]: {
      ...lane,
      agentId: orchestrator,
      type: 'orchestrator',
      parentAgentId: lead,
    },
    [one]: { ...lane, agentId: one, type: 'logic', parentAgentId: orchestrator },
    [two]: { ...lane, agentId: two, type: 'logic', parentAgentId: orchestrator },
  }
  const spent = { ...noTotals, calls: 1, inputTokens: 10, outputTokens: 1, costUsd: 0.5 }
  const byAgent = {
    [lead]: spent,
    [orchestrator]: spent,
    [one]: spent,
    [two]: { ...spent, unpricedCalls: 1 },
  }
  const states = {
    timeline: { lanes, laneOrder: [lead, orchestrator, one, two] },
    usage: { byAgent },
  }
  expect(listReviewAgents(states, review)).toEqual([
    { name: 'orchestrator', calls: 1, inputTokens: 10, outputTokens: 1, costUsd: 0.5 },
    { name: 'logic', calls: 2, inputTokens: 20, outputTokens: 2, costUsd: null },
  ])
})

test('a review fails on a comment that grave, or graver', () => {
  const comments = someReview.comments.filter(({ severity }) => severity === 'medium')
  const failing = FAIL_LEVELS.filter((level) => failsOn({ comments }, level))
  expect(failing).toEqual(['medium', 'low'])
  expect(FAIL_LEVELS.filter((level) => failsOn({ comments: [] }, level))).toEqual([])
  expect(FAIL_LEVELS.filter((level) => failsOn(someReview, level))).toEqual([
    'critical',
    'high',
    'medium',
    'low',
  ])
})

test('a review in which nobody said anything is told from one that found nothing', () => {
  const files = [{ path: 'a.ts', added: 1, removed: 0, pieces: [1] }]
  const told: Told[] = []
  const submitted: SubmittedReview = {
    ...{
      by: 'host',
      summary: '',
      recommendation: 'comment',
      comments: [],
      unread: ['a.ts'],
      unheard: [],
    },
    ...{ moved: 0, dropped: 0, tokensUsed: 0, costUsd: 0, seq: 9, at: 9 },
  }
  const one = {
    agentId: SpanId.parse('spn_1'),
    reviewer: 'logic',
    summary: '',
    findings: [],
    seq: 5,
  }
  expect(isOfNothing({ files, told, submitted })).toBe(true)
  expect(isOfNothing({ files: [], told, submitted: { ...submitted, unread: [] } })).toBe(true)
  expect(isOfNothing({ files, told: [one], submitted })).toBe(false)
  // Who conducts it may have read it itself.
  const own: SubmittedReview = { ...submitted, by: 'orchestrator' }
  expect(isOfNothing({ files, told, submitted: own })).toBe(true)
  expect(isOfNothing({ files, told, submitted: { ...own, unread: [] } })).toBe(false)
  expect(isOfNothing({ files, told })).toBe(false)
})
