import { expect, test } from 'vitest'
import { followIn, panWindow, revealIn, stepOf, wholeWindow, zoomWindow } from './time-window.ts'

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
