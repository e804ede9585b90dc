import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Span } from '#shared/projections/spans.ts'
import {
  child,
  modelSpan,
  stateOf,
  toolSpan,
  waitSpan,
} from '../../../../test/support/make-timeline-spans.ts'
import {
  Axis,
  findBreaks,
  followIn,
  LONGEST_IDLE_MS,
  panWindow,
  revealIn,
  stepOf,
  wholeWindow,
  zoomWindow,
} from './axis.ts'
import { SpanIndex } from './span-index.ts'

const whole = { from: 0, to: 100_000 }

test('a growing session is shown in steps, always with room ahead', () => {
  const lengths = [20_000, 20_500, 21_000, 40_000]
  const ends = lengths.map((length) => wholeWindow(length, true).to)
  expect(ends[1]).toBe(ends[0])
  for (const [index, end] of ends.entries()) expect(end).toBeGreaterThan(lengths[index] ?? 0)
})

test('zooming keeps the moment under the pointer where it is', () => {
  expect(zoomWindow(whole, { factor: 0.5, around: 25_000, whole })).toEqual({
    from: 12_500,
    to: 62_500,
  })
})

test('zooming out ends at the whole session', () => {
  expect(zoomWindow({ from: 10_000, to: 20_000 }, { factor: 100, around: 15_000, whole })).toEqual(
    whole,
  )
})

test('panning ends at the ends of the session', () => {
  expect(panWindow({ from: 80_000, to: 90_000 }, 50_000, whole)).toEqual({
    from: 90_000,
    to: 100_000,
  })
})

test('a playhead that leaves the view is brought back to its middle', () => {
  expect(revealIn({ from: 0, to: 10_000 }, 50_000, whole)).toEqual({ from: 45_000, to: 55_000 })
  expect(revealIn({ from: 0, to: 10_000 }, 5_000, whole)).toEqual({ from: 0, to: 10_000 })
})

test('a followed live end stays near the right edge', () => {
  const window = followIn({ from: 0, to: 10_000 }, 20_000, whole)
  expect((20_000 - window.from) / (window.to - window.from)).toBeCloseTo(0.88)
})

test('steps are round times, apart enough to be read', () => {
  const steps = [60_000, 90_000, 3_600_000].map((to) => stepOf({ from: 0, to }, 600, 96))
  expect(steps).toEqual([15_000, 15_000, 600_000])
})

const MINUTE = 60_000

function breaksOf(spans: readonly Span[], until: number) {
  const index = new SpanIndex()
  index.update(stateOf(spans, until))
  return findBreaks(index.work, 0, until)
}

test('time in which something worked keeps its length, however long', () => {
  const spans = [modelSpan({ id: 'a', seq: 1, startedAt: 0, endedAt: 10 * MINUTE })]
  const axis = new Axis(0, breaksOf(spans, 10 * MINUTE))
  expect(axis.toAxis(7 * MINUTE)).toBe(7 * MINUTE)
})

test('an hour between two runs is as long as the longest idle time', () => {
  const spans = [
    modelSpan({ id: 'a', seq: 1, startedAt: 0, endedAt: 1000 }),
    modelSpan({ id: 'b', seq: 2, startedAt: 60 * MINUTE, endedAt: 60 * MINUTE + 1000 }),
  ]
  const breaks = breaksOf(spans, 60 * MINUTE + 1000)
  const axis = new Axis(0, breaks)
  expect(breaks).toEqual([{ from: 1000, to: 60 * MINUTE }])
  expect(axis.toAxis(60 * MINUTE + 1000)).toBe(2000 + LONGEST_IDLE_MS)
})

test('waiting for a person or a subagent is not work', () => {
  const spans = [
    toolSpan({ id: 'task', seq: 1, startedAt: 0, endedAt: MINUTE, subagentId: child }),
    waitSpan({ id: 'apr', seq: 2, startedAt: 0, endedAt: MINUTE }),
  ]
  expect(breaksOf(spans, MINUTE)).toEqual([{ from: 0, to: MINUTE }])
})

test('a span that a dead host left open does not stretch over the night', () => {
  const night = 600 * MINUTE
  const spans = [
    modelSpan({ id: 'a', seq: 1, startedAt: 0, endedAt: night, outcome: 'interrupted' }),
  ]
  expect(breaksOf(spans, night)).toEqual([{ from: 0, to: night }])
})

test('the axis never runs backwards, and goes back to the time it came from', () => {
  const gaps = fc.array(
    fc.record({
      work: fc.integer({ min: 1, max: 9000 }),
      idle: fc.integer({ min: 0, max: 100_000 }),
    }),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(gaps, fc.float({ min: 0, max: 1, noNaN: true }), (parts, share) => {
      let at = 0
      const spans = parts.map(({ work, idle }, index) => {
        const span = modelSpan({
          id: `s${index}`,
          seq: index,
          startedAt: at + idle,
          endedAt: at + idle + work,
        })
        at += idle + work
        return span
      })
      const axis = new Axis(0, breaksOf(spans, at))
      const time = share * at
      expect(axis.toAxis(time + 1)).toBeGreaterThanOrEqual(axis.toAxis(time))
      expect(Math.abs(axis.toTime(axis.toAxis(time)) - time)).toBeLessThan(1)
    }),
  )
})
