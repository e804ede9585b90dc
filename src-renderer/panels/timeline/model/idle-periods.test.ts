import { expect, test } from 'vitest'
import type { Lane } from '#shared/projections/lanes.ts'
import { child, laneOf, lead, run, waitSpan } from '../../../../test/support/make-timeline-spans.ts'
import { restAt, restsOf, tellFold, toFolds, workIn } from './idle-periods.ts'

const asleep = { reason: 'asleep', from: 50, to: 80 } as const
const queued = { reason: 'queued', from: 10, to: 20 } as const
const lane: Lane = { ...laneOf(child, 1), startedAt: 10, pauses: [queued, asleep] }

test('a rest that goes on is told up to now, and one that is over for good is not', () => {
  const from = 90
  expect(restsOf({ ...lane, rest: { reason: 'asleep', from } }, 100)).toEqual([
    ...[queued, asleep],
    { reason: 'asleep', from, to: 100 },
  ])
  expect(restsOf({ ...lane, rest: { reason: 'over', from } }, 100)).toEqual([queued, asleep])
})

test('of the lead no rest is told', () => {
  const pauses = [{ reason: 'over', from: 10, to: 20 } as const]
  expect(restsOf({ ...laneOf(lead, 0), pauses }, 100)).toEqual([])
})

test('a rest is found at its moment', () => {
  expect([restAt(lane, 49, 100), restAt(lane, 50, 100), restAt(lane, 80, 100)]).toEqual([
    undefined,
    asleep,
    undefined,
  ])
})

test('work is what lies between rests', () => {
  expect([
    workIn(lane, { from: 0, to: 100 }),
    workIn(lane, { from: 30, to: 60 }),
    workIn({ ...lane, rest: { reason: 'asleep', from: 90 } }, { from: 60, to: 100 }),
    workIn(lane, { from: 55, to: 75 }),
  ]).toEqual([
    [
      { from: 20, to: 50 },
      { from: 80, to: 100 },
    ],
    [{ from: 30, to: 50 }],
    [{ from: 80, to: 90 }],
    [],
  ])
})

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
