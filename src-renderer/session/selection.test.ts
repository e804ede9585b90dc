import { expect, test } from 'vitest'
import { FOUND_MS, type Selected, Selection } from './selection.ts'

test('what was pointed at last is in front, and a file where no span is selected', () => {
  using selection = new Selection(() => () => {})
  const fronts = (changes: readonly Selected[]) =>
    changes.map((change) => {
      selection.select(change)
      return selection.state().inFront
    })
  expect(
    fronts([
      { path: 'a.ts' },
      { spanId: 'one' },
      { line: 3 },
      { path: 'b.ts' },
      { spanId: 'one' },
      { spanId: 'two' },
      { spanId: undefined },
    ]),
  ).toEqual(['file', 'span', 'span', 'file', 'file', 'span', 'file'])
})

test('a file that is named without a line is not at the line of the one before', () => {
  using selection = new Selection(() => () => {})
  const linesOf = (changes: readonly Selected[]) =>
    changes.map((change) => {
      selection.select(change)
      return selection.state().line
    })
  expect(
    linesOf([
      { path: 'a.ts', line: 7 },
      { spanId: 'one' },
      { path: 'b.ts' },
      { path: 'b.ts', line: 3 },
    ]),
  ).toEqual([7, 7, undefined, 3])
})

test('the same line that is pointed at again is told from one that stayed', () => {
  using selection = new Selection(() => () => {})
  const pointedAfter = (change: Selected) => {
    selection.select(change)
    return selection.state().pointed
  }
  const first = pointedAfter({ path: 'a.ts', line: 7 })
  const stayed = pointedAfter({ spanId: 'one' })
  const again = pointedAfter({ path: 'a.ts', line: 7 })
  expect([first !== undefined, stayed === first, again === first]).toEqual([true, true, false])
})

test('what was found is told for a moment, from the last time that it was', () => {
  const rings = new Map<() => void, number>()
  using selection = new Selection((ms, act) => {
    rings.set(act, ms)
    return () => rings.delete(act)
  })
  selection.point({ seq: 3 })
  selection.select({ path: 'a.ts' })
  selection.point({ seq: 7, itemId: 'text-1' })
  const [[fade, ms] = []] = rings
  expect([selection.state().found, rings.size, ms]).toEqual([
    { seq: 7, itemId: 'text-1' },
    1,
    FOUND_MS,
  ])
  fade?.()
  expect(selection.state()).toEqual({ inFront: 'file', path: 'a.ts', pointed: { path: 'a.ts' } })
})
