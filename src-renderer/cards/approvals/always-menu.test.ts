import { expect, test } from 'vitest'
import { tellEffect } from './always-menu.tsx'

test('a rule says what it would have allowed, and what of that was refused', () => {
  expect([
    tellEffect({ requests: 1, rejected: 0 }),
    tellEffect({ requests: 12, rejected: 0 }),
    tellEffect({ requests: 12, rejected: 2 }),
  ]).toEqual([
    { past: 'only this call so far', refused: undefined },
    { past: 'would have allowed 12 so far', refused: undefined },
    { past: 'would have allowed 12 so far', refused: '2 of them refused' },
  ])
})
