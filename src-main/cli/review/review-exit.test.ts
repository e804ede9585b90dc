import { expect, test } from 'vitest'
import { FAIL_LEVELS } from '#shared/code-review/review-result.ts'
import { someReview } from '../../../test/support/review-result.ts'
import { exitCodeOfReview, tellFailing } from './review-exit.ts'

test('why a review fails a build is told by how many are that grave', () => {
  expect(FAIL_LEVELS.map((level) => tellFailing(someReview, level))).toEqual([
    '1 comment is critical: --fail-on critical',
    '1 comment is high or graver: --fail-on high',
    '2 comments are medium or graver: --fail-on medium',
    '3 comments are low or graver: --fail-on low',
    undefined,
  ])
})

test('where nobody said anything, a build fails that asked for something, and no other', () => {
  const result = { ...someReview, comments: [], isOfNothing: true }
  expect(FAIL_LEVELS.map((level) => exitCodeOfReview('ok', { result }, level))).toEqual([
    3, 3, 3, 3, 0,
  ])
  const read = { ...result, isOfNothing: false }
  expect(exitCodeOfReview('ok', { result: read }, 'low')).toBe(0)
})
