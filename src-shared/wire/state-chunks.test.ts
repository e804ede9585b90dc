import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import { arbitraryLog } from '../../test/support/arbitrary-events.ts'
import { foldStates, initStates, type SessionStates } from '../projections/index.ts'
import { cutStates, JoinedStates, joinStates, type StatesPiece } from './state-chunks.ts'

/** As a channel carries them. */
function send(states: SessionStates): StatesPiece[] {
  return [...cutStates({ seq: 1, states })].map((piece) => JSON.parse(JSON.stringify(piece)))
}

/** A log that goes on for long: what it holds is seen by many agents, in many spans. */
function longLog(times: number): AnyEvent[] {
  const log = fc.sample(arbitraryLog, { numRuns: 40, seed: 11 }).flat()
  const renamed = (text: string, time: number) =>
    text.replaceAll(/"((?:spn|apr)_[^"]*)"/g, `"$1${time}"`)
  return Array.from({ length: times }, (_, time): AnyEvent[] =>
    JSON.parse(renamed(JSON.stringify(log), time)),
  )
    .flat()
    .map((event, index) => ({ ...event, seq: index + 1 }))
}

test('states that were cut and sent are the same states, and can be folded on', () => {
  fc.assert(
    fc.property(arbitraryLog, fc.nat(60), (log, cut) => {
      const joined = new JoinedStates()
      for (const piece of send(foldStates(initStates(), log.slice(0, cut)))) joined.add(piece)
      const whole = foldStates(initStates(), log)
      expect(foldStates(joined.states, log.slice(cut))).toEqual(JSON.parse(JSON.stringify(whole)))
    }),
  )
})

test('long states come in pieces of little weight, what is seen first before the rest', async () => {
  const states = foldStates(initStates(), longLog(60))
  const pieces = send(states)
  expect(pieces.map(({ missing }) => missing)).toEqual(
    pieces.map(({ missing }) => missing).toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
  )
  expect(pieces.length).toBeGreaterThan(3)
  expect(Math.max(...pieces.map((piece) => JSON.stringify(piece).length))).toBeLessThan(600_000)
  const joined = await joinStates(iterate(pieces))
  expect(joined.states).toEqual(JSON.parse(JSON.stringify(states)))
  expect(Object.keys(joined.states.timeline.spans)).toEqual(Object.keys(states.timeline.spans))
})

const order = ['picture', 'rest', 'nothing']

async function* iterate<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

test('states of which pieces are missing at the end are not taken for all of them', async () => {
  const pieces = send(foldStates(initStates(), longLog(60)))
  for (const some of [[], pieces.slice(0, 1), pieces.slice(0, -1)]) {
    await expect(joinStates(iterate(some))).rejects.toMatchObject({ code: 'unavailable' })
  }
})

test('the first picture has the lead’s thread and every span, and nothing that is half there', () => {
  const states = foldStates(initStates(), longLog(60))
  const joined = new JoinedStates()
  for (const piece of send(states)) {
    joined.add(piece)
    if (piece.missing !== 'picture') break
  }
  const { transcript, timeline } = joined.states
  const sent = JSON.parse(JSON.stringify(states))
  expect(timeline).toEqual(sent.timeline)
  expect(transcript.threads.lead).toEqual(sent.transcript.threads.lead)
  for (const id of transcript.threads.lead ?? []) {
    expect(transcript.items[id]).toEqual(sent.transcript.items[id])
  }
})
