import { expect, test } from 'vitest'
import type { ReviewSubject, Severity } from '#shared/events/code-review.ts'
import { ReviewId } from '#shared/lib/ids.ts'
import type { CodeReview, Settled, SubmittedComment } from '#shared/projections/code-reviews.ts'
import { locateFindings, locateNearest, selectFindings } from './file-findings.ts'

interface Said {
  readonly message: string
  readonly severity?: Severity
  readonly settled?: Settled
  readonly file?: string
}

function reviewOf(id: string, subject: ReviewSubject, said?: readonly Said[]): CodeReview {
  const comments = said?.map((one) => ({
    ...{ file: 'a.ts', line: 2, severity: 'high' as const, category: 'x', quote: 'b' },
    ...{ reviewers: [], ...one },
  }))
  return {
    ...{ reviewId: ReviewId.parse(id), subject, diff: '', files: [], leftOut: [], pieceTokens: 1 },
    ...{ reviewers: [], told: [], settlements: [], runIds: [], agentId: undefined, seq: 1, at: 1 },
    ...(comments && {
      submitted: {
        ...{ by: 'host', summary: '', recommendation: 'comment', comments, moved: 0, dropped: 0 },
        ...{ unread: [], unheard: [], tokensUsed: 0, costUsd: 0, seq: 2, at: 2 },
      },
    }),
  }
}

const reviews = Object.fromEntries(
  [
    reviewOf('rev_1', { type: 'session' }, [{ message: 'before' }]),
    reviewOf('rev_2', { type: 'session' }, [
      { message: 'small', severity: 'low' },
      { message: 'done', settled: 'dismissed' },
      { message: 'elsewhere', file: 'b.ts' },
    ]),
    reviewOf('rev_3', { type: 'base', ref: 'main' }, [{ message: 'grave', severity: 'critical' }]),
    reviewOf('rev_4', { type: 'base', ref: 'next' }, []),
    reviewOf('rev_5', { type: 'session' }),
  ].map((one) => [one.reviewId, one]),
)

function messagesOf(asked?: { readonly reviewId: string; readonly comment: number }) {
  const named = asked && { ...asked, reviewId: ReviewId.parse(asked.reviewId) }
  return selectFindings({ reviews }, '/workspace/a.ts', named).map(({ comment }) => comment.message)
}

test('a file has what the last review of each subject says of it, and nobody has settled', () => {
  expect(messagesOf()).toEqual(['grave', 'small'])
})

test('what was pointed at is there too, of any review, and settled or not', () => {
  expect(messagesOf({ reviewId: 'rev_2', comment: 1 })).toEqual(['grave', 'done', 'small'])
  expect(messagesOf({ reviewId: 'rev_1', comment: 0 })).toEqual(['grave', 'before', 'small'])
  expect(messagesOf({ reviewId: 'rev_2', comment: 2 })).toEqual(['grave', 'small'])
})

const comment = (change: Partial<SubmittedComment>): SubmittedComment => ({
  ...{ file: 'a.ts', line: 2, severity: 'high', category: 'x', message: 'y' },
  ...{ quote: 'b', reviewers: [], ...change },
})

function placesOf(text: string, ...comments: readonly SubmittedComment[]) {
  const reviewId = ReviewId.parse('rev_1')
  const findings = comments.map((one, index) => ({ reviewId, index, comment: one }))
  return locateFindings(findings, text).map(({ index, from, to }) => [index, from, to])
}

test('a finding is where its lines are, also where others came above them', () => {
  expect(placesOf('a\nb\nc\n', comment({}))).toEqual([[0, 2, 2]])
  expect(placesOf('new\nmore\r\na\r\nb\r\nc', comment({}))).toEqual([[0, 4, 4]])
})

test('of several places it is the one where it was, or none; all of its lines have to be there', () => {
  expect(placesOf('b\nx\nx\nb\nc\n', comment({ line: 4 }))).toEqual([[0, 4, 4]])
  expect(placesOf('b\nx\nx\nb\nc\n', comment({ line: 5 }))).toEqual([])
  expect(placesOf('b\nx\nb\nc\n', comment({ line: 1, endLine: 2, quote: 'b\nc' }))).toEqual([
    [0, 3, 4],
  ])
})

test('lines like it that are far away are others', () => {
  const text = `${'x\n'.repeat(30)}b\n`
  expect(placesOf(text, comment({}))).toEqual([])
  expect(placesOf(text, comment({ line: 12 }))).toEqual([[0, 31, 31]])
})

test('what is no more in the text has no place; without its lines, a finding keeps its number', () => {
  expect(placesOf('a\nc\n', comment({}), comment({ quote: '' }))).toEqual([[1, 2, 2]])
  expect(placesOf('a', comment({ quote: '' }))).toEqual([])
})

test('a finding whose lines are gone is shown at the nearest line that there is', () => {
  const finding = { reviewId: ReviewId.parse('rev_1'), index: 0, comment: comment({ line: 3 }) }
  const lineIn = (text: string) => locateNearest(finding, text)
  expect(['a\nb\nc\nd\n', 'a\r\nb\r\n', 'a', ''].map((text) => lineIn(text).from)).toEqual([
    3, 2, 1, 1,
  ])
  expect(lineIn('a')).toEqual({ ...finding, from: 1, to: 1, isNearest: true })
})
