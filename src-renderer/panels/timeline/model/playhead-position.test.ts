import { expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import { initStates } from '#shared/projections/index.ts'
import { Playhead } from '../../../session/store/playhead.ts'
import { SessionStore } from '../../../session/store/session-store.ts'
import { placeOf, tellPlace } from './playhead-position.ts'

const began = 1_000_000

/** A session of 61 events, one a second; its first run began with the second. */
function storeOfAMinute(): SessionStore {
  const events = Array.from({ length: 61 }, (_, index) => ({
    sessionId: 'ses_1',
    seq: index + 1,
    at: began + (index - 1) * 1000,
    ...(index === 1
      ? { kind: 'run.started', runId: 'run_1', data: { limits: {} } }
      : { kind: 'session.renamed', data: { title: 'x', by: 'person' } }),
  })) as unknown as AnyEvent[]
  const store = new SessionStore()
  store.open(0, initStates())
  store.receive(events)
  return store
}

test('the slider says where the playhead is, in the same step in which it moves', () => {
  const store = storeOfAMinute()
  const still = { now: () => 0, request: () => () => {} }
  const playhead = new Playhead(store, still)
  const said: string[] = []
  playhead.subscribe(() =>
    said.push(tellPlace(placeOf(store, playhead.state().position, store.live.at))),
  )
  playhead.seek(40)
  playhead.seek(39)
  playhead.seek(1)
  playhead.goLive()
  expect(said).toEqual([
    '0:38 of 0:59 elapsed, event 40 of 61',
    '0:37 of 0:59 elapsed, event 39 of 61',
    '0:00 of 0:59 elapsed, event 1 of 61',
    'Live, 0:59 of 0:59 elapsed, event 61 of 61',
  ])
})

test('what waits for a person takes time like all else', () => {
  const store = storeOfAMinute()
  expect(tellPlace(placeOf(store, 'live', began + 200_000))).toBe(
    'Live, 3:20 of 3:20 elapsed, event 61 of 61',
  )
})
