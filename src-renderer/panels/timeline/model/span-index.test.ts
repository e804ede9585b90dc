import { expect, test } from 'vitest'
import type { Span } from '#shared/projections/spans.ts'
import {
  child,
  lead,
  modelSpan,
  stateOf,
  toolSpan,
  waitSpan,
} from '../../../../test/support/make-timeline-spans.ts'
import { SpanIndex, Tracks } from './span-index.ts'

test('spans are found by lane in the order they started', () => {
  const index = new SpanIndex()
  const a = modelSpan({ id: 'a', seq: 1, startedAt: 0, endedAt: 10 })
  const b = toolSpan({ id: 'b', seq: 2, startedAt: 5, endedAt: 20, agentId: child })
  const c = toolSpan({ id: 'c', seq: 3, startedAt: 12, endedAt: 30 })
  index.update(stateOf([a, b, c], 30))
  expect(index.spansOf(lead)).toEqual([a, c])
  expect(index.spansOf(child)).toEqual([b])
})

test('an open span is exchanged for the ended one, and what began since is added', () => {
  const index = new SpanIndex()
  const open = modelSpan({ id: 'a', seq: 1, startedAt: 0 })
  const state = stateOf([open], 5)
  index.update(state)
  expect(index.firstReaching(lead, 1_000_000)).toBe(0)

  const ended = { ...open, endedAt: 10, endSeq: 2 }
  const next = toolSpan({ id: 'b', seq: 3, startedAt: 12, endedAt: 14 })
  state.spans['a'] = ended
  state.spans['b'] = next
  state.order.push('b')
  index.update(state)
  expect(index.spansOf(lead)).toEqual([ended, next])
  expect(index.firstReaching(lead, 11)).toBe(1)
})

test('a long span keeps those after it from being searched past', () => {
  const index = new SpanIndex()
  const long = modelSpan({ id: 'a', seq: 1, startedAt: 0, endedAt: 100 })
  const short = toolSpan({ id: 'b', seq: 2, startedAt: 1, endedAt: 2 })
  index.update(stateOf([long, short], 100))
  expect(index.firstReaching(lead, 50)).toBe(0)
})

test('another state is read anew', () => {
  const index = new SpanIndex()
  index.update(stateOf([modelSpan({ id: 'a', seq: 1, startedAt: 0 })], 1))
  index.update(stateOf([], 1))
  expect(index.spansOf(lead)).toEqual([])
  expect(index.work).toEqual({ starts: [], ends: [] })
})

function placesOf(spans: readonly Span[]): string[] {
  const tracks = new Tracks(spans)
  return spans.map((_, at) => `${tracks.at(at).index + 1} of ${tracks.at(at).count}`)
}

function span(id: string, startedAt: number, endedAt?: number): Span {
  return toolSpan({ id, seq: startedAt + 1, startedAt, ...(endedAt !== undefined && { endedAt }) })
}

test('one after the other has the whole lane, and what overlaps shares it', () => {
  expect({
    oneByOne: placesOf([span('a', 0, 10), span('b', 10, 20), span('c', 30)]),
    twoAtOnce: placesOf([span('a', 0, 10), span('b', 1), span('c', 2)]),
    freedAgain: placesOf([span('a', 0, 5), span('b', 1, 20), span('c', 6, 10), span('d', 20, 30)]),
    many: placesOf([0, 1, 2, 3, 4].map((at) => span(`s${at}`, at, 100))),
  }).toEqual({
    oneByOne: ['1 of 1', '1 of 1', '1 of 1'],
    twoAtOnce: ['1 of 3', '2 of 3', '3 of 3'],
    freedAgain: ['1 of 2', '2 of 2', '1 of 2', '1 of 1'],
    many: ['1 of 3', '2 of 3', '3 of 3', '1 of 3', '2 of 3'],
  })
})

test('a call that a lane hangs from is a ring in the middle, and takes no room from others', () => {
  const task = toolSpan({ id: 't', seq: 1, startedAt: 0, endedAt: 100, subagentId: child })
  const model = modelSpan({ id: 'm', seq: 2, startedAt: 10, endedAt: 20 })
  expect(placesOf([task, model])).toEqual(['1 of 1', '1 of 1'])
})

test('a call that turns out to be one gives its track back', () => {
  const spans = [span('t', 0), span('b', 1)]
  const tracks = new Tracks(spans)
  const before = tracks.at(1)
  spans[0] = toolSpan({ id: 't', seq: 1, startedAt: 0, subagentId: child })
  tracks.forget()
  expect([before, tracks.at(1)]).toEqual([
    { index: 1, count: 2 },
    { index: 0, count: 1 },
  ])
})

test('a wait keeps the whole lane from a call that is over at once, and shares it with one that lasts', () => {
  const wait = waitSpan({ id: 'w', seq: 2, startedAt: 1, endedAt: 4000 })
  const another = waitSpan({ id: 'v', seq: 3, startedAt: 2 })
  expect({
    beforeIt: placesOf([span('a', 0, 20), wait]),
    duringIt: placesOf([wait, span('a', 50, 90)]),
    whileItLasts: placesOf([span('a', 0), wait]),
    twoWaits: placesOf([span('a', 0, 20), wait, another]),
  }).toEqual({
    beforeIt: ['1 of 1', '1 of 1'],
    duringIt: ['1 of 1', '1 of 1'],
    whileItLasts: ['1 of 2', '2 of 2'],
    twoWaits: ['1 of 1', '1 of 2', '2 of 2'],
  })
})
