import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsInView, scrollTopFor } from './fixed-rows.ts'

const anyList = fc
  .record({
    count: fc.integer({ min: 1, max: 2_000 }),
    rowPx: fc.integer({ min: 10, max: 50 }),
    abovePx: fc.nat(60),
    clientHeight: fc.integer({ min: 120, max: 900 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ count, rowPx, abovePx, clientHeight, share }) => {
    const scrollable = Math.max(0, abovePx + count * rowPx - clientHeight)
    const rows = { count, rowPx, abovePx, coveredPx: abovePx }
    return { rows, view: { scrollTop: share * scrollable, clientHeight } }
  })

test('a row is among those in view when any of it is seen, and only then', () => {
  fc.assert(
    fc.property(anyList, ({ rows, view }) => {
      const seen = Array.from({ length: rows.count }, (_, index) => index).filter((index) => {
        const top = rows.abovePx + index * rows.rowPx - view.scrollTop
        return top < view.clientHeight && top + rows.rowPx > 0
      })
      const { from, to } = rowsInView(rows, view, 0)
      expect([from, to]).toEqual([seen[0], (seen.at(-1) ?? -1) + 1])
    }),
  )
})

test('of a list that is not seen there is none, and beside those in view only rows that there are', () => {
  const rows = { count: 20, rowPx: 10 }
  expect(rowsInView(rows, { scrollTop: 0, clientHeight: 0 }, 5)).toEqual({ from: 0, to: 0 })
  expect(rowsInView(rows, { scrollTop: 0, clientHeight: 50 }, 5)).toEqual({ from: 0, to: 10 })
  expect(rowsInView(rows, { scrollTop: 150, clientHeight: 50 }, 5)).toEqual({ from: 10, to: 20 })
  // Scrolled further than there are rows now.
  expect(rowsInView({ ...rows, count: 3 }, { scrollTop: 150, clientHeight: 50 }, 5)).toEqual({
    from: 3,
    to: 3,
  })
})

test('a row that is shown is seen as a whole, under what covers the top, and one that is seen moves nothing', () => {
  fc.assert(
    fc.property(anyList, fc.nat(1_999), ({ rows, view }, any) => {
      const index = any % rows.count
      const top = rows.abovePx + index * rows.rowPx
      const scrollTop = scrollTopFor(index, rows, view)
      expect(top).toBeGreaterThanOrEqual(scrollTop + rows.coveredPx - 1e-9)
      expect(top + rows.rowPx).toBeLessThanOrEqual(scrollTop + view.clientHeight + 1e-9)
      expect(scrollTopFor(index, rows, { ...view, scrollTop })).toBeCloseTo(scrollTop)
    }),
  )
})
