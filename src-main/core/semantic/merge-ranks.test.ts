import { expect, test } from 'vitest'
import { mergeRanks } from './merge-ranks.ts'

const place = (id: number, path: string, start: number) => ({
  id,
  path,
  start,
  end: start + 59,
  text: path,
})

test('what several orders have near the top comes first, and lines are shown once', () => {
  const a = place(1, 'a', 1)
  const b = place(2, 'b', 1)
  const bLater = place(3, 'b', 49)
  const c = place(4, 'c', 1)
  const merged = mergeRanks(
    [
      [a, b, bLater],
      [c, b],
    ],
    3,
  )
  expect(merged.map(({ path, start }) => [path, start])).toEqual([
    ['b', 1],
    ['a', 1],
    ['c', 1],
  ])
  expect(mergeRanks([], 3)).toEqual([])
})
