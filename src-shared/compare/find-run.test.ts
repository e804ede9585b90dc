import { expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import { findRun } from './find-run.ts'
import { recordRun } from './record-run.ts'

/** Events of these kinds, a second apart; `forked` says how many it inherited. */
function logOf(...kinds: readonly string[]): readonly AnyEvent[] {
  return kinds.map((written, index) => {
    const [kind, inherited] = written.split(' ')
    const data = { inherited: Number(inherited), outcome: 'ok', model: { model: 'm' } }
    // Only what a run is found by is given.
    return { seq: index + 1, at: (index + 1) * 1000, kind, data } as unknown as AnyEvent
  })
}

function seqsOf(log: readonly AnyEvent[], number?: number) {
  const { count, events } = findRun(log, number)
  return [count, events.map(({ seq }) => seq)]
}

const [start, end, between, other] = [
  'run.started',
  'run.ended',
  'session.renamed',
  'todos.changed',
] as const

test('a run is found by its number, without what happened around it', () => {
  const log = logOf(between, start, other, end, between, start, end, between)
  expect([seqsOf(log, 1), seqsOf(log, 2), seqsOf(log), seqsOf(log, 3)]).toEqual([
    [1, [2, 3, 4]],
    [2, [6, 7]],
    [2, [6, 7]],
    [2, [6, 7]],
  ])
  expect(seqsOf(logOf(start, other))).toEqual([1, [1, 2]])
  expect(seqsOf(logOf(between))).toEqual([0, []])
})

test('a fork in the midst of a run goes on with it, one between two runs does not', () => {
  const inMidst = logOf(start, other, end, 'session.forked 2', between, start, other, end)
  expect([seqsOf(inMidst), seqsOf(inMidst, 1)]).toEqual([
    [2, [1, 2, 3, 4, 5, 6, 7, 8]],
    [1, [1, 2, 3]],
  ])
  const between2 = logOf(start, other, end, 'session.forked 3', start, end)
  expect(seqsOf(between2)).toEqual([2, [5, 6]])
})

test('the time between a fork and where it went on is no part of the run', () => {
  const { events } = findRun(logOf(start, other, end, 'session.forked 2', between, start, end))
  expect(recordRun(events).totals).toMatchObject({ startedAt: 1000, endedAt: 7000, pausedMs: 3000 })
})
