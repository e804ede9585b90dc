import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisTicks } from './spending-chart.tsx'

test.each([
  [2.6, [0, 1, 2, 3]],
  [0.04, [0, 0.01, 0.02, 0.03, 0.04]],
  [950_000, [0, 500_000, 1_000_000]],
  [0, [0, 1]],
])('up to %d', (most, ticks) => {
  expect(axisTicks(most).map((tick) => Number(tick.toPrecision(6)))).toEqual(ticks)
})

test('every amount is below the last tick, and there are few', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (most) => {
      const ticks = axisTicks(most)
      expect((ticks.at(-1) ?? 0) * (1 + 1e-9)).toBeGreaterThanOrEqual(most)
      expect(ticks.length).toBeLessThanOrEqual(6)
    }),
  )
})
