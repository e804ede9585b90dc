import { expect, test } from 'vitest'
import { tellFold, toFolds } from './folds.ts'
import { run, waitSpan } from './test-timeline.ts'

const MINUTE = 60_000

test('a fold says how long it was, and what for', () => {
  const breaks = [
    { from: 0, to: 130_000 },
    { from: 10 * MINUTE, to: 190 * MINUTE },
    { from: 200 * MINUTE, to: 201 * MINUTE },
    { from: 300 * MINUTE, to: 301 * MINUTE },
  ]
  const folds = toFolds(breaks, {
    waits: [
      waitSpan({ id: 'a', seq: 1, startedAt: 1000, endedAt: 60_000 }),
      waitSpan({ id: 'b', seq: 2, startedAt: 50_000, endedAt: 130_000 }),
      waitSpan({ id: 'c', seq: 3, startedAt: 300 * MINUTE }),
    ],
    runs: [
      { id: run, seq: 1, startedAt: 0, endedAt: 11 * MINUTE },
      { id: run, seq: 9, startedAt: 189 * MINUTE },
    ],
    until: 301 * MINUTE,
  })
  expect(folds.map(tellFold)).toEqual([
    '2:10 waiting for a person, folded',
    '3:00:00 between two runs, folded',
    '1:00 in which nothing worked, folded',
    '1:00 waiting for a person, folded',
  ])
})

test('a fold that hides next to nothing is none', () => {
  const sources = { waits: [], runs: [], until: 100_000 }
  const breaks = [
    { from: 0, to: 5900 },
    { from: 50_000, to: 56_000 },
  ]
  expect(toFolds(breaks, sources).map(({ from }) => from)).toEqual([50_000])
})
