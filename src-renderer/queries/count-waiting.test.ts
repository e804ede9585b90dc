import { expect, test } from 'vitest'
import { countWaiting } from './count-waiting.ts'

test('what waits is counted as the inbox lists it', () => {
  expect(countWaiting([2, 0, 1].map((waiting) => ({ waiting, cutOff: waiting })))).toBe(6)
})
