import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import { SpanId } from '#shared/lib/ids.ts'
import {
  copyStates,
  foldStates,
  initStates,
  type ProjectionName,
  type SessionStates,
} from '#shared/projections/index.ts'
import { arbitraryLog } from '../../../test/support/arbitrary-events.ts'
import { COPY_EVERY, SessionStore } from './session-store.ts'
import type { SessionView } from './session-view.ts'

const names = Object.keys(initStates()) as ProjectionName[]

/** Copied, for what lies over a kept state is not listed with it. */
function statesOf(view: SessionView): SessionStates {
  const states = Object.fromEntries(names.map((name) => [name, view.state(name)]))
  return copyStates(states as SessionStates)
}

function freshFold(events: readonly AnyEvent[], seq: number) {
  return foldStates(initStates(), structuredClone(events.filter((event) => event.seq <= seq)))
}

/** A store as a window gets it: opened at a seq, its history coming in pages between what is appended. */
function storeOpenedAt(events: readonly AnyEvent[], seq: number, page: number): SessionStore {
  const store = new SessionStore()
  store.open(seq, freshFold(events, seq))
  const history = events.filter((event) => event.seq <= seq)
  const appended = events.filter((event) => event.seq > seq)
  for (let at = 0; at < Math.max(history.length, appended.length); at += page) {
    store.receive(appended.slice(at, at + page))
    store.receiveHistory(history.slice(at, at + page))
  }
  store.completeHistory()
  return store
}

function longLog(length: number): AnyEvent[] {
  const [event] = fc.sample(arbitraryLog, { numRuns: 20, seed: 4 }).flat()
  if (!event) throw new Error('The sample is empty.')
  return Array.from({ length }, (_, index) => ({ ...event, seq: index + 1, at: 1000 + index * 10 }))
}

test('the view at any seq equals a fresh fold up to it, in whichever order they are asked for', () => {
  fc.assert(
    fc.property(
      arbitraryLog,
      fc.nat(40),
      fc.integer({ min: 1, max: 9 }),
      fc.array(fc.nat(40), { maxLength: 8 }),
      (events, opened, page, asked) => {
        const last = events.length
        const store = storeOpenedAt(events, Math.min(opened, last), page)
        for (const seq of asked.map((one) => Math.min(one, last))) {
          expect(statesOf(store.at(seq))).toEqual(freshFold(events, seq))
        }
        expect(statesOf(store.live)).toEqual(freshFold(events, last))
      },
    ),
  )
})

test('how far the session has come does not depend on how far its history has', () => {
  const store = new SessionStore()
  const events = longLog(30)
  store.open(20, freshFold(events, 20))
  store.receiveHistory(events.slice(0, 10))
  expect([store.lastSeq, store.live.seq]).toEqual([20, 20])
  store.receive(events.slice(0, 25))
  expect(statesOf(store.live)).toEqual(freshFold(events, 25))
})

test('a past keeps what it shows while the session goes on', () => {
  const events = longLog(30)
  const store = storeOpenedAt(events.slice(0, 20), 10, 4)
  const past = store.at(20)
  const before = structuredClone(statesOf(past))
  store.at(15)
  store.receive(events.slice(20))
  expect(statesOf(past)).toEqual(before)
})

test('a past shows what it did when a later one has been asked for', () => {
  const events = fc.sample(arbitraryLog, { numRuns: 30, seed: 7 }).toSorted(byLength).at(-1) ?? []
  const store = storeOpenedAt(events, 0, 8)
  const pasts = events.map(({ seq }) => store.at(seq))
  const shown = pasts.map(statesOf)
  expect(shown).toEqual(events.map(({ seq }) => freshFold(events, seq)))
})

function byLength(a: readonly AnyEvent[], b: readonly AnyEvent[]): number {
  return a.length - b.length
}

test('a long session answers from its copies', () => {
  const events = longLog(COPY_EVERY * 2 + 50)
  const store = storeOpenedAt(events, COPY_EVERY + 500, 512)
  for (const seq of [1, COPY_EVERY - 1, COPY_EVERY, COPY_EVERY + 499, COPY_EVERY * 2 + 1]) {
    expect(statesOf(store.at(seq))).toEqual(freshFold(events, seq))
  }
})

test('what is appended before the states are whole waits for what it changes', () => {
  const events = longLog(30)
  const store = new SessionStore()
  const picture = initStates()
  store.open(20, picture, false)
  const before = structuredClone(statesOf(store.live))
  store.receive(events.slice(20, 25))
  expect(statesOf(store.live)).toEqual(before)
  expect([store.isOpen, store.isWhole, store.isLoaded(20)]).toEqual([true, false, false])
  store.open(20, freshFold(events, 20))
  store.receive(events.slice(25))
  expect(statesOf(store.live)).toEqual(freshFold(events, 30))
  expect(statesOf(store.at(22))).toEqual(freshFold(events, 22))
})

test('a picture that is opened anew at a later place forgets what waited for the one before', () => {
  const events = longLog(30)
  const store = new SessionStore()
  store.open(10, initStates(), false)
  store.receive(events.slice(10, 12))
  store.open(20, initStates(), false)
  store.open(20, freshFold(events, 20))
  expect([store.lastSeq, statesOf(store.live)]).toEqual([20, freshFold(events, 20)])
})

test('opened anew at a later place, it has come as far as that, whatever was appended before', () => {
  const events = longLog(30)
  const store = storeOpenedAt(events, 30, 30)
  const reopened = new SessionStore()
  reopened.open(10, freshFold(events, 10))
  reopened.receive(events.slice(10, 12))
  reopened.open(20, freshFold(events, 20))
  expect(reopened.lastSeq).toBe(20)
  reopened.receive(events.slice(20))
  reopened.receiveHistory(events.slice(0, 20))
  expect(reopened.eventsBetween(0, 30)).toEqual(store.eventsBetween(0, 30))
})

test('events that come twice are taken once', () => {
  const events = longLog(12)
  const store = storeOpenedAt(events, 6, 3)
  store.receive(events)
  store.receiveHistory(events)
  expect([store.lastSeq, store.live.state('timeline').lastSeq]).toEqual([12, 12])
})

test('it says how far the history has come, and goes no further', () => {
  const events = longLog(20)
  const store = new SessionStore()
  store.open(10, freshFold(events, 10))
  store.receive(events.slice(10))
  store.receiveHistory(events.slice(0, 4))
  expect({
    historySeq: store.historySeq,
    isComplete: store.isHistoryComplete,
    loaded: [2, 4, 5, 9, 10, 15].map((seq) => store.isLoaded(seq)),
    at7: store.at(7).seq,
    at15: store.at(15).seq,
  }).toEqual({
    historySeq: 4,
    isComplete: false,
    loaded: [true, true, false, false, true, true],
    at7: 4,
    at15: 15,
  })
})

test('seq and time are found from each other', () => {
  const store = storeOpenedAt(longLog(20), 10, 3)
  expect({
    at: store.atOf(3),
    seqs: [999, 1000, 1025, 9999].map((time) => store.seqAt(time)),
    after: store.eventAfter(3)?.seq,
    density: store.density({ from: 1000, to: 1200, count: 4 }),
  }).toEqual({ at: 1020, seqs: [0, 1, 3, 20], after: 4, density: [6, 5, 5, 4] })
})

test('history that comes in is announced to the store alone, not to the newest view', () => {
  const events = longLog(20)
  const store = new SessionStore()
  store.open(10, freshFold(events, 10))
  const told: string[] = []
  store.subscribe(() => told.push('store'))
  store.live.subscribe(() => told.push('live'))
  store.receiveHistory(events.slice(0, 4))
  store.receive(events.slice(10))
  expect(told).toEqual(['store', 'store', 'live'])
})

test('before the history is here, places are found by the spans that are known', () => {
  const store = new SessionStore()
  const states = initStates()
  states.timeline.lastAt = 9000
  for (const [index, startedAt] of [1000, 3000, 7000].entries()) {
    const id = SpanId.parse(`spn_${index}`)
    const span = { id, type: 'tool', agentId: id, title: 't', name: 't', effect: 'read' } as const
    states.timeline.order.push(id)
    states.timeline.spans[id] = { ...span, seq: 10 + index * 100, startedAt }
  }
  store.open(300, states)
  const told = () => ({
    seqs: [999, 1000, 5000, 8999, 9000].map((time) => store.seqAt(time)),
    times: [9, 10, 150, 299, 300].map((seq) => store.atOf(seq)),
    event: store.eventAt(150),
  })
  const expected = { seqs: [0, 10, 110, 210, 300], times: [0, 1000, 3000, 7000, 9000] }
  expect(told()).toEqual({ ...expected, event: undefined })
  store.receiveHistory(longLog(20))
  expect(told()).toEqual({
    seqs: [0, 1, 110, 210, 300],
    times: [1080, 1090, 3000, 7000, 9000],
    event: undefined,
  })
})
