import { expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import { foldStates, initStates } from '#shared/projections/index.ts'
import { Playhead } from './playhead.ts'
import { SessionStore } from './session-store.ts'
import { ViewAtPlayhead } from './view-at-playhead.ts'

const still = { now: () => 0, request: () => () => {} }

/** Event by event, the session gets another title. */
function renamings(from: number, to: number): readonly AnyEvent[] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    sessionId: 'ses_1',
    seq: from + index,
    at: 1000 * (from + index),
    kind: 'session.renamed',
    data: { title: `title ${from + index}`, by: 'person' },
    // An envelope made by hand.
  })) as unknown as readonly AnyEvent[]
}

function open(store: SessionStore) {
  const owned = new DisposableStack()
  const playhead = owned.use(new Playhead(store, still))
  const view = owned.use(new ViewAtPlayhead(store, playhead))
  const told: unknown[] = []
  view.subscribe(() => told.push(view.state('status').title))
  return { playhead, view, told, [Symbol.dispose]: () => owned.dispose() }
}

test('it goes along with the log while the playhead is live, and stands still in the past', () => {
  using store = new SessionStore()
  store.open(0, initStates())
  using opened = open(store)
  const { playhead, view, told } = opened
  store.receive(renamings(1, 3))
  playhead.seek(2)
  const past = view.moment()
  store.receive(renamings(4, 4))
  playhead.seek(2)
  expect(view.moment()).toBe(past)
  expect({ seq: view.seq, at: view.at }).toEqual({ seq: 2, at: 2000 })
  playhead.goLive()
  expect(told).toEqual(['title 3', 'title 2', 'title 4'])
})

test('it follows the history to a playhead that is ahead of it', () => {
  using store = new SessionStore()
  store.open(9, foldStates(initStates(), renamings(1, 9)))
  using opened = open(store)
  const { playhead, told } = opened
  playhead.seek(4)
  store.receiveHistory(renamings(1, 2))
  store.receiveHistory(renamings(3, 6))
  store.receiveHistory(renamings(7, 9))
  expect(told).toEqual([undefined, 'title 2', 'title 4'])
})

test('once it is disposed of, it hears of nothing any more', () => {
  using store = new SessionStore()
  store.open(0, initStates())
  const opened = open(store)
  store.receive(renamings(1, 1))
  opened[Symbol.dispose]()
  store.receive(renamings(2, 2))
  opened.playhead.seek(1)
  expect(opened.told).toEqual(['title 1'])
  expect(opened.view.moment()).toBe(store.live)
})
