import { expect, test } from 'vitest'
import type { Lane } from '#shared/projections/lanes.ts'
import { restAt, restsOf, workIn } from './rests.ts'
import { child, laneOf, lead } from './test-timeline.ts'

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
