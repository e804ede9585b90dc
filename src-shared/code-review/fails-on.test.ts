import { expect, test } from 'vitest'
import { someReview } from '../../test/support/review-result.ts'
import { FAIL_LEVELS, failsOn } from './fails-on.ts'

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
