import { expect, test } from 'vitest'
import { reportRescue } from './report-rescue.ts'

test('a rescue is reported when it starts, then once a second', () => {
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
    'The store /data/orrery.db is damaged. Rescuing what can be read…',
    'Rescuing the store… 25 %',
    'Rescuing the store… 70 %',
  ])
})
