import { expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import { type RunId, SessionId } from '#shared/lib/ids.ts'
import { initStates } from '#shared/projections/index.ts'
import { rememberPace } from './playback-speed.ts'
import { Playhead, type TimeScale } from './playhead.ts'
import { SessionStore } from './session-store.ts'

/** Events of a run at the times given. */
function storeOf(times: readonly number[]): SessionStore {
  const store = new SessionStore()
  store.open(0, initStates())
  const events = times.map((at, index) => ({
    sessionId: 'ses_1',
    seq: index + 1,
    at,
    runId: 'run_1' as RunId,
    kind: 'checkpoint.saved',
    data: { checkpointId: 'c', namespace: '', step: index },
  }))
  // The kind's own data, in an envelope made by hand.
  store.receive(events as AnyEvent[])
  return store
}

/** A clock that stands still until a frame is drawn. */
function frames() {
  let now = 0
  let next: (() => void) | undefined
  return {
    clock: {
      now: () => now,
      request: (onFrame: () => void) => {
        next = onFrame
        return () => {
          next = undefined
        }
      },
    },
    isWaiting: () => next !== undefined,
    draw: (afterMs: number) => {
      now += afterMs
      const onFrame = next
      next = undefined
      onFrame?.()
    },
  }
}

/** As many frames as it takes, none of them long. */
function drawFor(draw: (afterMs: number) => void, ms: number): void {
  for (let left = ms; left > 0; left -= 100) draw(100)
}

/** Between 1,000 and 601,000 nothing worked: five seconds are shown of it. */
const folded: TimeScale = {
  toAxis: (at) => (at <= 1000 ? at : at >= 601_000 ? at - 595_000 : 1000 + (at - 1000) / 120),
  toTime: (ms) => (ms <= 1000 ? ms : ms >= 6000 ? ms + 595_000 : 1000 + (ms - 1000) * 120),
}

test('playing goes through the log at the pace of the log, times the speed', () => {
  const { clock, draw } = frames()
  const playhead = new Playhead(storeOf([0, 100, 200, 300, 10_000]), clock)
  playhead.setSpeed(2)
  playhead.play()
  const seen = [50, 50, 50].map((ms) => {
    draw(ms)
    return playhead.state().position
  })
  expect(seen).toEqual([2, 3, 4])
})

test('at the end it is live again, and asks for no more frames', () => {
  const { clock, draw, isWaiting } = frames()
  const playhead = new Playhead(storeOf([0, 100, 200]), clock)
  playhead.play()
  draw(100)
  draw(100)
  expect([playhead.state(), isWaiting()]).toEqual([
    { position: 'live', isPlaying: false, speed: 1, waitsInFull: false },
    false,
  ])
})

test('a stretch without events lasts a second at most, at any speed', () => {
  for (const speed of [1, 16] as const) {
    const { clock, draw } = frames()
    const playhead = new Playhead(storeOf([0, 100_000, 3_700_000, 3_700_100]), clock)
    playhead.setSpeed(speed)
    playhead.play()
    const seen = [900, 100, 900, 100].map((ms) => {
      drawFor(draw, ms)
      return playhead.state().position
    })
    expect(seen).toEqual([1, 2, 2, 3])
  }
})

test('the speed can be chosen where the session is live, and it stays live', () => {
  const playhead = new Playhead(storeOf([0, 100]), frames().clock)
  playhead.setSpeed(8)
  expect(playhead.state()).toMatchObject({ position: 'live', isPlaying: false, speed: 8 })
})

test('it stays within the log, and pausing stays where it is', () => {
  const { clock, isWaiting } = frames()
  const playhead = new Playhead(storeOf([0, 100, 200]), clock)
  playhead.seek(99)
  const last = playhead.state().position
  playhead.seek(-4)
  playhead.play()
  playhead.pause()
  expect([last, playhead.state().position, isWaiting()]).toEqual([3, 1, false])
})

test('what is folded passes as quickly as it is drawn, with what happened in it', () => {
  const { clock, draw } = frames()
  const playhead = new Playhead(storeOf([0, 1000, 301_000, 601_000, 601_500]), clock)
  playhead.playAlong(folded)
  playhead.setSpeed(16)
  playhead.seek(2)
  playhead.play()
  const seen = [100, 100, 100, 100].map((ms) => {
    draw(ms)
    return playhead.state().position
  })
  expect(seen).toEqual([2, 3, 3, 'live'])
})

test('waits are played in full where that is asked for', () => {
  const { clock, draw } = frames()
  const playhead = new Playhead(storeOf([0, 1000, 3000, 4000]), clock)
  playhead.playAlong(folded)
  playhead.setWaitsInFull(true)
  playhead.seek(2)
  playhead.play()
  drawFor(draw, 1900)
  const before = playhead.state().position
  draw(100)
  expect([before, playhead.state().position]).toEqual([2, 3])
})

test('begun before its part of the log was here, playing goes on from there once it is', () => {
  const { clock, draw } = frames()
  const log = storeOf([5000, 6000, 8000])
  const store = new SessionStore()
  const states = initStates()
  store.open(3, { ...states, timeline: { ...states.timeline, lastSeq: 3, lastAt: 8000 } })
  const playhead = new Playhead(store, clock)
  playhead.setWaitsInFull(true)
  playhead.seek(1)
  playhead.play()
  draw(100)
  store.receiveHistory(log.eventsBetween(0, 3))
  drawFor(draw, 1000)
  expect(playhead.state().position).toBe(2)
})

test('a frame moves it once, however much has happened, and a long one does not leap', () => {
  const { clock, draw } = frames()
  const playhead = new Playhead(storeOf(Array.from({ length: 10_000 }, (_, n) => n * 10)), clock)
  playhead.setSpeed(64)
  playhead.play()
  let moves = 0
  playhead.subscribe(() => {
    moves += 1
  })
  draw(100)
  expect([moves, playhead.state().position]).toEqual([1, 641])
  draw(60_000)
  expect([moves, playhead.state().position]).toEqual([2, 2241])
})

test('what was said about a recording later is not played', () => {
  const { clock, draw } = frames()
  const store = storeOf([0, 100])
  const bookmark = { kind: 'bookmark.added', data: { seq: 1, at: 0 } } as const
  store.receive([{ sessionId: SessionId.parse('ses_1'), seq: 3, at: 9_000_000, ...bookmark }])
  const playhead = new Playhead(store, clock)
  playhead.play()
  draw(100)
  expect(playhead.state().position).toBe('live')
})

test('the pace that was chosen last is that of the next session', () => {
  const pace = rememberPace()
  new Playhead(storeOf([0]), frames().clock, pace).setSpeed(0.5)
  new Playhead(storeOf([0]), frames().clock, pace).setWaitsInFull(true)
  const { speed, waitsInFull } = new Playhead(storeOf([0]), frames().clock, pace).state()
  expect([speed, waitsInFull]).toEqual([0.5, true])
})
