import { expect, test } from 'vitest'
import { ReconnectBackoff } from './reconnect-backoff.ts'

test('doubles the delay with each failure up to 5 s, and starts over after a success', () => {
  const backoff = new ReconnectBackoff()
  const attempts = Array.from({ length: 7 }, () => {
    const attempt = [backoff.delayMs, backoff.isUnanswered]
    backoff.fail()
    return attempt
  })
  expect(attempts).toEqual([
    [250, false],
    [500, false],
    [1000, false],
    [2000, false],
    [4000, true],
    [5000, true],
    [5000, true],
  ])
  backoff.reset()
  expect([backoff.delayMs, backoff.isUnanswered]).toEqual([250, false])
})
