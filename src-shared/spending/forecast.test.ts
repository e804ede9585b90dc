import { expect, test } from 'vitest'
import { forecast } from './forecast.ts'

test.each([
  [250, 40],
  [1_000, 10],
  [2_000, 10],
  [0, 10],
])('after %d of 1,000 ms, 10 dollars come to %d', (now, told) => {
  expect(forecast({ startsAt: 0, endsAt: 1_000, costUsd: 10 }, now)).toBe(told)
})
