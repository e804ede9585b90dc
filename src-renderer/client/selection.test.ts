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
  expect(selection.state()).toEqual({ inFront: 'file', path: 'a.ts' })
})
