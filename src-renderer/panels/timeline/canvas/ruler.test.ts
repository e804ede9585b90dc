import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Axis } from '../model/axis.ts'
import type { FoldPlace } from '../model/scene.ts'
import { APART_PX, rulerLabels, ticksOf } from './ruler.ts'

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

const widthOf = (text: string) => text.length * 6

function foldAt(x: number, lengthMs: number, width: number): FoldPlace {
  return { x, width, fold: { from: 0, to: lengthMs, reason: 'idle' } }
}

/** What is written, from the left; a sign alone is `//`. */
function written(
  ticks: readonly { readonly x: number; readonly text: string }[],
  folds: readonly FoldPlace[],
): readonly string[] {
  const labels = rulerLabels({ ticks, folds, right: 500, widthOf })
  return labels.toSorted((a, b) => a.from - b.from).map(({ text }) => text || '//')
}

test('a time that would run into the fold behind it gives way, and stays where there is room', () => {
  const fold = foldAt(150, 70_000, 60)
  expect(written([{ x: 110, text: '0:00' }], [fold])).toEqual(['1:10'])
  expect(written([{ x: 80, text: '0:00' }], [fold])).toEqual(['0:00', '1:10'])
})

test('a time at the right is not cut', () => {
  expect(written([{ x: 480, text: '0:00' }], [])).toEqual([])
})

test('of folds in each other’s way the longer is told, and of many narrow ones there is no heap', () => {
  const folds = [foldAt(100, 10_000, 90), foldAt(140, 20_000, 90)]
  expect(written([], folds)).toEqual(['//', '0:20'])
  const narrow = Array.from({ length: 40 }, (_, index) => foldAt(100 + 3 * index, 60_000, 2))
  const texts = written([{ x: 130, text: '4:00' }], narrow)
  expect(texts).toEqual(['//', '//', '4:00', '//', '//', '//'])
})

test('no two are nearer to each other than they should be', () => {
  const x = fc.integer({ min: 0, max: 500 })
  const tick = fc.record({ x, text: fc.constantFrom('0:00', '12:34', '1:02:03') })
  const fold = fc
    .tuple(x, fc.integer({ min: 1000, max: 90_000_000 }), fc.integer({ min: 1, max: 120 }))
    .map((given) => foldAt(...given))
  fc.assert(
    fc.property(fc.array(tick), fc.array(fold), (ticks, folds) => {
      const labels = rulerLabels({ ticks, folds, right: 500, widthOf })
      const sorted = labels.toSorted((a, b) => a.from - b.from)
      const gaps = sorted.slice(1).map(({ from }, index) => from - (sorted[index]?.to ?? 0))
      expect(Math.min(APART_PX, ...gaps)).toBe(APART_PX)
    }),
  )
})
