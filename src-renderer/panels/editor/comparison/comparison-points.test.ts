import { expect, test } from 'vitest'
import { listPoints, tellComparison } from './comparison-points.ts'

test('what a file is compared with is said in words', () => {
  const point = 1204
  expect(tellComparison({ compareWith: 'nothing', point })).toBe('Compare with…')
  expect(tellComparison({ compareWith: 'git', point })).toBe('since the last commit')
  expect(tellComparison({ compareWith: 'point', point })).toBe('since event 1,204')
})

test('bookmarks come before the starts of runs, and nothing that lies ahead', () => {
  const bookmarks = [
    { seq: 4, at: 0, label: 'The repair' },
    { seq: 9, at: 0 },
    { seq: 40, at: 0 },
  ]
  const runs = [1, 8, 41].map((seq) => ({ id: `run_${seq}`, seq, startedAt: 0 }))
  const points = listPoints(bookmarks, runs, 20)
  expect(points.map(({ seq, label }) => [seq, label])).toEqual([
    [4, 'The repair'],
    [9, 'Bookmark at event 9'],
    [8, 'The start of run 2'],
    [1, 'The start of run 1'],
  ])
})
