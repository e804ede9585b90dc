import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Span } from '#shared/projections/spans.ts'
import { Axis, findBreaks, LONGEST_IDLE_MS } from './axis.ts'
import { SpanIndex } from './span-index.ts'
import { child, modelSpan, stateOf, toolSpan, waitSpan } from './test-timeline.ts'

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
