import { expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import type { RunId } from '#shared/ids.ts'
import { initStates } from '#shared/projections/index.ts'
import { Playhead } from './playhead.ts'
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
  draw(500)
  expect([playhead.state(), isWaiting()]).toEqual([
    { position: 'live', isPlaying: false, speed: 1 },
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
      draw(ms)
      return playhead.state().position
    })
    expect(seen).toEqual([1, 2, 2, 3])
  }
})

test('the speed can be chosen where the session is live, and it stays live', () => {
  const playhead = new Playhead(storeOf([0, 100]), frames().clock)
  playhead.setSpeed(8)
  expect(playhead.state()).toEqual({ position: 'live', isPlaying: false, speed: 8 })
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
