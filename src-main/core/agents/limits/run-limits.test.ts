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

test('a limit says what was reached, and that it is the person’s', () => {
  using calls = new RunLimits({ toolCalls: 2000 }, clock)
  for (let call = 0; call < 2001; call += 1) calls.takeToolCall()
  using hours = new RunLimits({ minutes: 120 }, clock)
  vi.advanceTimersByTime(120 * MINUTE)
  using review = new RunLimits({ minutes: 1 }, clock, { verb: 'Stopped', remedy: 'Raise it.' })
  vi.advanceTimersByTime(MINUTE)
  expect([calls.reason, hours.reason, review.reason]).toEqual([
    'Paused after 2,000 tool calls (your limit).',
    'Paused after 2 hours (your limit).',
    'Stopped after 1 minute (your limit). Raise it.',
  ])
})

test('a run that records 200,000 events ends like one that is stuck in a loop', () => {
  using limits = new RunLimits({}, clock)
  limits.countEvents(199_999)
  expect(limits.reason).toBeUndefined()
  limits.countEvents(1)
  expect(limits.reason).toBe(
    'Paused because an agent seems stuck in a loop, running on without finishing.',
  )
})
