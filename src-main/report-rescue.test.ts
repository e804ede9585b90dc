import { expect, test } from 'vitest'
import { reportRescue } from './report-rescue.ts'

test('reports a rescue when it starts, then at most once a second', () => {
  const lines: string[] = []
  let nowMs = 0
  const report = reportRescue({ print: (line) => void lines.push(line), now: () => nowMs })
  for (const [atMs, share] of [
    [0, 0],
    [400, 0.1],
    [1_000, 0.255],
    [1_900, 0.5],
    [2_100, 0.7],
  ] as const) {
    nowMs = atMs
    report({ file: '/data/orrery.db', share })
  }
  expect(lines).toEqual([
    'The store /data/orrery.db is damaged. Recovering its data…',
    'Recovering… 25 %',
    'Recovering… 70 %',
  ])
})
