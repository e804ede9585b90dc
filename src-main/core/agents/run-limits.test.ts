import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RunLimits } from './run-limits.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const MINUTE = 60_000
const clock = { now: () => Date.now() }

test('no time passes while there is nothing but waiting for a person', () => {
  using limits = new RunLimits({ minutes: 2 }, clock)
  vi.advanceTimersByTime(MINUTE)
  const waiting = limits.wait()
  vi.advanceTimersByTime(60 * MINUTE)
  expect(limits.reason).toBeUndefined()
  const working = limits.work()
  vi.advanceTimersByTime(MINUTE / 2)
  working[Symbol.dispose]()
  vi.advanceTimersByTime(60 * MINUTE)
  waiting[Symbol.dispose]()
  vi.advanceTimersByTime(MINUTE / 2 - 1)
  expect(limits.reason).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect([limits.reason, limits.isOverTime]).toEqual([
    expect.stringContaining('after 2 minutes'),
    true,
  ])
})
