import { expect, test } from 'vitest'
import { toServerError } from '../../../providers/streaming/server-error.ts'
import { Attempt } from '../attempt.ts'
import { findFault } from '../classify-failure.ts'
import { USUAL_FAULT_POLICY } from '../retry-policy.ts'

const NOW = Date.UTC(2026, 10, 28, 11, 0, 0)
const HOUR_MS = 3_600_000
const toHttpDate = (at: number) => new Date(at).toUTCString()

/** earendil-works/pi #9571: an unreadable value made for retries without a pause. */
const unreadable: readonly Readonly<Record<string, string>>[] = [
  { 'retry-after': 'Sat, 32 Foo 2026 12:05:00 GMT' },
  { 'retry-after': 'Sat, 32 Nov 2026 12:05:00 GMT' },
  { 'retry-after': 'Sat, 28 Nov 2026 25:61:00 GMT' },
  { 'retry-after': 'soon' },
  { 'retry-after': '' },
  { 'retry-after': 'NaN' },
  { 'retry-after': 'Infinity' },
  { 'retry-after': 'null' },
  { 'retry-after-ms': 'NaN' },
  { 'x-ratelimit-reset-requests': 'garbage' },
]

const readable: readonly (readonly [Readonly<Record<string, string>>, number])[] = [
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '-5' }, 0],
  [{ 'retry-after': toHttpDate(NOW - HOUR_MS) }, 0],
  [{ 'retry-after': '120, 120' }, 120_000],
  [{ 'retry-after-ms': 'NaN', 'retry-after': '2' }, 2000],
  [{ 'retry-after': toHttpDate(NOW + HOUR_MS) }, HOUR_MS],
  [{ 'retry-after': toHttpDate(NOW + HOUR_MS), date: toHttpDate(NOW + HOUR_MS) }, 0],
]

const endless: readonly Readonly<Record<string, string>>[] = [
  { 'retry-after': '99999999999' },
  { 'retry-after': '1e309' },
  { 'retry-after': '2592000' },
]

function fail(headers: Readonly<Record<string, string>>, status: number) {
  const body = JSON.stringify({ error: { message: 'Too many requests.' } })
  return toServerError(new Response(null, { status, headers: { ...headers } }), body)
}

function find(headers: Readonly<Record<string, string>>, status: number) {
  const error = fail(headers, status)
  return findFault([error], error.message, NOW)
}

/** The pauses before each further request, as a run makes them. */
function pausesAfter(found: ReturnType<typeof find>): readonly number[] {
  return [1, 2, 3, 4].flatMap((number) => {
    const model = { provider: 'p', model: 'm' }
    const attempt = new Attempt({ model, number, ofModel: number }, USUAL_FAULT_POLICY)
    return attempt.retryDelay(found) ?? []
  })
}

const SMALLEST_MS = 1000

for (const status of [429, 503]) {
  test.each(unreadable)(
    `takes %j after ${status} for no time, and pauses longer each time`,
    (headers) => {
      const found = find(headers, status)
      expect(found.retryAfterMs).toBeUndefined()
      const pauses = pausesAfter(found)
      expect(pauses).toHaveLength(USUAL_FAULT_POLICY.retries)
      expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses)
      expect(Math.min(...pauses)).toBeGreaterThan(SMALLEST_MS)
    },
  )

  test.each(readable)(
    `reads %j after ${status} as %d ms, and never retries at once`,
    (headers, afterMs) => {
      const found = find(headers, status)
      expect(found.retryAfterMs).toBe(afterMs)
      for (const pause of pausesAfter(found)) expect(pause).toBeGreaterThan(SMALLEST_MS)
    },
  )

  test.each(endless)(`does not wait for %j after ${status}`, (headers) => {
    const found = find(headers, status)
    expect(found.retryAfterMs).toBeGreaterThan(USUAL_FAULT_POLICY.maxLimitMs)
    expect(pausesAfter(found)).toEqual([])
  })
}
