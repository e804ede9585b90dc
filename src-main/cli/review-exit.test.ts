import { expect, test } from 'vitest'
import { FAIL_LEVELS } from '#shared/code-review/fails-on.ts'
import { someReview } from '../../test/support/review-result.ts'
import { tellFailing } from './review-exit.ts'

test('why a review fails a build is told by how many are that grave', () => {
  expect(FAIL_LEVELS.map((level) => tellFailing(someReview, level))).toEqual([
    '1 comment is critical: --fail-on critical',
    '1 comment is high or graver: --fail-on high',
    '2 comments are medium or graver: --fail-on medium',
    '3 comments are low or graver: --fail-on low',
    undefined,
  ])
})
