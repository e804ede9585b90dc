import { expect, test } from 'vitest'
import type { Span } from '#shared/projections/spans.ts'
import { child, modelSpan, toolSpan, waitSpan } from './test-timeline.ts'
import { Tracks } from './tracks.ts'

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
