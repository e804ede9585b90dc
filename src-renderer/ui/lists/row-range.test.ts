import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heightOfRows, isWithin, rowsInSight, widenedTo } from './row-range.ts'

const heights = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 60 })
const sight = fc.record({
  below: fc.integer({ min: 0, max: 4000 }),
  height: fc.integer({ min: 1, max: 1200 }),
})

function read(list: readonly number[], { below, height }: { below: number; height: number }) {
  return { count: list.length, heightOf: (index: number) => list[index] ?? 0, below, height }
}

test('at the end, the last rows fill what is seen, and no row more', () => {
  const list = [100, 100, 100, 100]
  expect(rowsInSight(read(list, { below: 0, height: 200 }))).toEqual({ from: 2, to: 4 })
  expect(rowsInSight(read(list, { below: 0, height: 201 }))).toEqual({ from: 1, to: 4 })
  expect(rowsInSight(read(list, { below: 0, height: 900 }))).toEqual({ from: 0, to: 4 })
  expect(rowsInSight(read([], { below: 0, height: 900 }))).toEqual({ from: 0, to: 0 })
})

test('above the end, rows that are seen in part are among them', () => {
  const list = [100, 100, 100, 100]
  expect(rowsInSight(read(list, { below: 150, height: 100 }))).toEqual({ from: 1, to: 3 })
  expect(rowsInSight(read(list, { below: 100, height: 100 }))).toEqual({ from: 2, to: 3 })
  expect(rowsInSight(read(list, { below: 100, height: 100 }), 50)).toEqual({ from: 1, to: 4 })
})

test('what is not seen is drawn as far up as it is ready without a gap', () => {
  const [wanted, drawn] = [
    { from: 2, to: 9 },
    { from: 6, to: 9 },
  ]
  expect(widenedTo(wanted, drawn, () => true)).toEqual(wanted)
  expect(widenedTo(wanted, drawn, () => false)).toEqual(drawn)
  expect(widenedTo(wanted, drawn, (index) => index !== 4)).toEqual({ from: 5, to: 9 })
})

test('what is seen is covered wherever the list is scrolled to', () => {
  fc.assert(
    fc.property(heights, sight, fc.integer({ min: 0, max: 500 }), (list, seen, beside) => {
      const rows = read(list, seen)
      const range = rowsInSight(rows, beside)
      const under = heightOfRows({ from: range.to, to: list.length }, rows.heightOf)
      const over = under + heightOfRows(range, rows.heightOf)
      const whole = heightOfRows({ from: 0, to: list.length }, rows.heightOf)
      expect(isWithin(rowsInSight(rows), range)).toBe(true)
      expect(over).toBeGreaterThanOrEqual(Math.min(whole, seen.below + seen.height))
      if (range.to < list.length) expect(under).toBeLessThanOrEqual(seen.below)
    }),
  )
})
