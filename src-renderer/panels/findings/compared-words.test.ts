import { expect, test } from 'vitest'
import type { SubmittedComment } from '#shared/projections/code-reviews.ts'
import { tellCompared } from './compared-words.ts'

const one: SubmittedComment = {
  ...{ file: 'a.ts', line: 1, severity: 'low', category: 'x', message: 'y' },
  ...{ quote: '', reviewers: [] },
}

test('what became of the findings before is told in one sentence', () => {
  const none = { fixed: [], standing: [], added: [], unknown: [] }
  expect(tellCompared({ ...none, fixed: [one], standing: [{ before: one, now: one }] })).toBe(
    'Since the review before: 1 fixed, 1 still stands, 0 new.',
  )
  expect(tellCompared({ ...none, unknown: [one, one] })).toBe(
    'Since the review before: 0 fixed, 0 still stand, 0 new, 2 not told of again.',
  )
})
