import { expect, test } from 'vitest'
import type { Finding, Severity } from '#shared/events/code-review.ts'
import { ReviewId, SpanId } from '#shared/lib/ids.ts'
import type {
  CodeReview,
  SubmittedComment,
  SubmittedReview,
  Told,
} from '#shared/projections/code-reviews.ts'
import {
  countShown,
  type Filter,
  listComments,
  listTold,
  placeAfter,
  tellCompared,
  tellNoneFound,
  tellSubjectHere,
} from './review-state.ts'

const found = (severity: Severity): Finding => ({
  file: 'a.ts',
  line: 1,
  severity,
  category: 'x',
  message: 'y',
})

test('what was found so far comes the gravest first, of all reviewers', () => {
  const agentId = SpanId.parse('spn_1')
  const told = [
    { agentId, reviewer: 'design', summary: '', findings: [found('low'), found('high')], seq: 1 },
    { agentId, reviewer: 'security', summary: '', findings: [found('high')], seq: 2 },
  ]
  expect(listTold(told).map(({ id, reviewer }) => [id, reviewer])).toEqual([
    ['1 1', 'design'],
    ['2 0', 'security'],
    ['1 0', 'design'],
  ])
})

test('keys lead no further than the first and the last', () => {
  expect([
    placeAfter('next', 2, 3),
    placeAfter('previous', 0, 3),
    placeAfter('first', 2, 3),
    placeAfter('last', 0, 3),
  ]).toEqual([2, 0, 0, 2])
})

const submitted: SubmittedReview = {
  by: 'host',
  summary: '',
  recommendation: 'comment',
  comments: [],
  unread: [],
  unheard: [],
  moved: 0,
  dropped: 0,
  tokensUsed: 0,
  costUsd: 0,
  seq: 9,
  at: 9,
}
const review: CodeReview = {
  reviewId: ReviewId.parse('rev_1'),
  subject: { type: 'staged' },
  diff: '',
  files: [],
  leftOut: [],
  pieceTokens: 1,
  reviewers: [],
  told: [],
  submitted,
  seq: 1,
  at: 1,
  runIds: [],
  settlements: [],
  agentId: undefined,
}

test('that nothing is wrong is said of what was read alone', () => {
  const told: Told[] = [
    { agentId: SpanId.parse('spn_1'), reviewer: 'logic', summary: '', findings: [], seq: 2 },
  ]
  expect([
    tellNoneFound({ ...review, told }),
    tellNoneFound({ ...review, told, leftOut: [{ path: 'a.lock', why: 'generated' }] }),
    tellNoneFound({ ...review, told, submitted: { ...submitted, unread: ['a.ts'] } }),
  ]).toEqual([
    'No reviewer found anything wrong.',
    'No reviewer found anything wrong in what was read.',
    'No reviewer found anything wrong in what was read.',
  ])
})

test('in its own window a session is this one', () => {
  expect([
    tellSubjectHere({ subject: { type: 'session' } }),
    tellSubjectHere({ subject: { type: 'base', ref: 'main' } }),
  ]).toEqual(['this session’s changes', 'what differs from main'])
})

test('what is settled is counted and shown among all alone', () => {
  const about = (severity: Severity) => ({ ...found(severity), quote: '', reviewers: [] })
  const comments: SubmittedComment[] = [
    { ...about('high'), settled: 'accepted' },
    about('medium'),
    about('low'),
    { ...about('low'), settled: 'dismissed' },
  ]
  const shown = (filter: Filter) =>
    listComments({ ...review, submitted: { ...submitted, comments } }, filter).map(
      ({ index }) => index,
    )
  expect([shown('all'), shown('open'), shown('low'), shown('high')]).toEqual([
    [0, 1, 2, 3],
    [1, 2],
    [2],
    [],
  ])
  const counted = (chosen: Filter, of = comments) =>
    countShown(of, chosen).map(({ filter, count }) => `${filter} ${count}`)
  expect([counted('all'), counted('high'), counted('all', [about('high')])]).toEqual([
    ['all 4', 'open 2', 'medium 1', 'low 1'],
    ['all 4', 'open 2', 'high 0', 'medium 1', 'low 1'],
    ['all 1', 'high 1'],
  ])
})

test('what became of the findings before is told in one sentence', () => {
  const one: SubmittedComment = {
    file: 'a.ts',
    line: 1,
    severity: 'low',
    category: 'x',
    message: 'y',
    quote: '',
    reviewers: [],
  }
  const none = { fixed: [], standing: [], added: [], unknown: [] }
  expect(tellCompared({ ...none, fixed: [one], standing: [{ before: one, now: one }] })).toBe(
    'Since the review before: 1 fixed, 1 still stands, 0 new.',
  )
  expect(tellCompared({ ...none, unknown: [one, one] })).toBe(
    'Since the review before: 0 fixed, 0 still stand, 0 new, 2 not told of again.',
  )
})
