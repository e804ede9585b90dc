import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import { foldStates, initStates } from '#shared/projections/index.ts'
import { arbitraryLog } from '../../../test/support/arbitrary-events.ts'
import { TAKEN_BACK, UndoJournal } from './undo-journal.ts'

function freshFold(events: readonly AnyEvent[], seq: number) {
  return foldStates(initStates(), structuredClone(events.filter((event) => event.seq <= seq)))
}

test('what is taken back leaves the states as they were, key by key and in the same order', () => {
  fc.assert(
    fc.property(arbitraryLog, fc.array(fc.nat(60), { maxLength: 12 }), (events, places) => {
      const journal = new UndoJournal(initStates(), 0)
      for (const seq of places.map((place) => Math.min(place, events.length))) {
        if (journal.seq > seq) journal.takeBack(seq)
        else journal.fold(events.slice(journal.seq, seq))
        const fresh = freshFold(events, seq)
        expect(journal.states).toStrictEqual(fresh)
        // An assertion of equality does not look at the order of keys; text does.
        expect(JSON.stringify(journal.states)).toBe(JSON.stringify(fresh))
      }
    }),
  )
})

test('what was deleted is back among the others, where it was', () => {
  const ids = ['cmt_1', 'cmt_2', 'cmt_3']
  const said = ids.map((commentId) => ({
    kind: 'comment.added',
    data: { commentId, path: '/workspace/a.ts', quote: '', text: '' },
  }))
  const resolved = ['cmt_2', 'cmt_1'].map((commentId) => ({
    kind: 'comment.resolved',
    data: { commentId, how: 'removed' },
  }))
  const events = [...said, ...resolved].map((event, index) => ({ ...event, seq: index + 1, at: 0 }))
  const journal = new UndoJournal(initStates(), 0)
  // The kinds' own data, in envelopes made by hand.
  journal.fold(events as AnyEvent[])
  const shown = () => Object.keys(journal.states.changes.comments)
  expect(shown()).toEqual(['cmt_3'])
  journal.takeBack(4)
  expect(shown()).toEqual(['cmt_1', 'cmt_3'])
  journal.takeBack(3)
  expect(shown()).toEqual(ids)
})

test('of a long log the last events can be taken back, and memory is kept for no more', () => {
  const [event] = fc.sample(arbitraryLog, { numRuns: 20, seed: 4 }).flat()
  if (!event) throw new Error('The sample is empty.')
  const log = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...event, seq: from + index + 1 }))
  const journal = new UndoJournal(initStates(), 0)
  journal.fold(log(0, 5 * TAKEN_BACK))
  expect([journal.firstSeq, journal.seq]).toEqual([4 * TAKEN_BACK, 5 * TAKEN_BACK])
  for (let step = 0; step < 2 * TAKEN_BACK; step += 1) journal.fold(log(journal.seq, 1))
  expect([journal.seq - journal.firstSeq <= 2 * TAKEN_BACK, journal.seq]).toEqual([
    true,
    7 * TAKEN_BACK,
  ])
  journal.takeBack(journal.firstSeq)
  expect(journal.states.timeline.lastSeq).toBe(journal.firstSeq)
})

test('nothing of how it notes is left in what it holds', () => {
  fc.assert(
    fc.property(arbitraryLog, (events) => {
      const journal = new UndoJournal(initStates(), 0)
      journal.fold(events)
      // A clone of anything that is not plain data fails.
      expect(structuredClone(journal.states)).toStrictEqual(freshFold(events, events.length))
    }),
  )
})
