import { expect, test } from 'vitest'
import type { RunId } from '#shared/lib/ids.ts'
import { initStates } from '#shared/projections/index.ts'
import { SessionClock, type Ticker } from './session-clock.ts'
import type { SessionView } from './session-view.ts'

/** A clock that rings when it is turned. */
function turnedTicker() {
  let now = 0
  let rings: { readonly at: number; readonly act: () => void } | undefined
  const ticker: Ticker = {
    now: () => now,
    after: (ms, act) => {
      rings = { at: now + ms, act }
      return () => {
        rings = undefined
      }
    },
  }
  const turnTo = (to: number) => {
    for (let next = rings; next && next.at <= to; next = rings) {
      now = next.at
      next.act()
    }
    now = to
  }
  return { ticker, turnTo, isWaiting: () => rings !== undefined }
}

/** A session whose first run began at 500 and whose last event happened at 2,000. */
function sessionClock() {
  const states = initStates()
  states.status.runId = 'run_1' as RunId
  states.timeline.runs.push({ id: 'run_1', seq: 1, startedAt: 500 })
  const live: SessionView = {
    subscribe: () => () => {},
    state: (name) => states[name],
    seq: 9,
    at: 2000,
  }
  const turned = turnedTicker()
  const heard = { isHeard: true }
  const clock = new SessionClock({ live, isHeard: () => heard.isHeard, ticker: turned.ticker })
  return { clock, states, heard, ...turned }
}

test('all who listen hear of the same seconds: those since the first run began', () => {
  const { clock, turnTo } = sessionClock()
  turnTo(2250)
  const told: string[] = []
  clock.subscribe(() => told.push(`first ${clock.time()}`))
  turnTo(2700)
  clock.subscribe(() => told.push(`second ${clock.time()}`))
  turnTo(4600)
  expect(told).toEqual([
    ...['first 2250', 'first 2500'],
    ...['first 3500', 'second 3500', 'first 4500', 'second 4500'],
  ])
})

test('it stands still while the host is not heard, and where no run is on', () => {
  const { clock, states, heard, turnTo } = sessionClock()
  turnTo(2250)
  clock.subscribe(() => {})
  turnTo(6800)
  heard.isHeard = false
  turnTo(60_000)
  const lost = [clock.time(), clock.now()]
  heard.isHeard = true
  const found = clock.now()
  delete states.status.runId
  expect({ lost, found, ended: [clock.time(), clock.now()] }).toEqual({
    lost: [6500, 6500],
    found: 60_000,
    ended: [0, 2000],
  })
})

test('it keeps no timer when nobody listens', () => {
  const { clock, turnTo, isWaiting } = sessionClock()
  const stops = [clock.subscribe(() => {}), clock.subscribe(() => {})]
  turnTo(3000)
  const before = isWaiting()
  for (const stop of stops) stop()
  expect([before, isWaiting()]).toEqual([true, false])
})
