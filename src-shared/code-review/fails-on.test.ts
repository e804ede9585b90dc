import { expect, test } from 'vitest'
import { someReview } from '../../test/support/review-result.ts'
import { SpanId } from '../ids.ts'
import type { SubmittedReview, Told } from '../projections/code-reviews.ts'
import { FAIL_LEVELS, failsOn, isOfNothing } from './fails-on.ts'

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
