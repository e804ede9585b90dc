import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Axis } from './axis.ts'
import { ticksOf } from './ruler-ticks.ts'

test('what was folded is counted, and has no ticks', () => {
  const axis = new Axis(100_000, [{ from: 110_000, to: 173_000 }])
  const window = { from: 0, to: 20_000 }
  const { stepMs, ticks } = ticksOf({ axis, window, widthPx: 500, endAt: 200_000 })
  expect([stepMs, ticks.map(({ elapsedMs, axisMs }) => [elapsedMs, axisMs])]).toEqual([
    4000,
    [
      [0, 0],
      [4000, 4000],
      [8000, 8000],
      [76_000, 18_000],
    ],
  ])
})

test('behind a fold that still grows there is no time yet', () => {
  const axis = new Axis(0, [{ from: 10_000, to: 60_000 }])
  const { ticks } = ticksOf({ axis, window: { from: 0, to: 30_000 }, widthPx: 500, endAt: 60_000 })
  expect(ticks.map(({ elapsedMs }) => elapsedMs)).toEqual([0, 8000])
})

test('wherever one looks, ticks are in view, in order, and say the time they are at', () => {
  const breaks = [
    { from: 20_000, to: 90_000 },
    { from: 95_000, to: 400_000 },
  ]
  const axis = new Axis(1000, breaks)
  fc.assert(
    fc.property(fc.nat(60_000), fc.integer({ min: 200, max: 60_000 }), (from, length) => {
      const window = { from, to: from + length }
      const { ticks } = ticksOf({ axis, window, widthPx: 800, endAt: 500_000 })
      expect(ticks).toEqual(ticks.toSorted((a, b) => a.axisMs - b.axisMs))
      for (const { axisMs, elapsedMs } of ticks) {
        expect(axisMs).toBeGreaterThanOrEqual(from - 1)
        expect(axisMs).toBeLessThanOrEqual(from + length + 1)
        expect(axis.toTime(axisMs) - axis.origin).toBeCloseTo(elapsedMs, 3)
      }
    }),
  )
})
