import { expect, test } from 'vitest'
import type { ReviewSubject, Severity } from '#shared/events/code-review.ts'
import { ReviewId } from '#shared/ids.ts'
import type { CodeReview, Settled } from '#shared/projections/code-reviews.ts'
import { selectFindings } from './select-findings.ts'

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
