import { expect, test } from 'vitest'
import { sessionStateOf } from './session-state.ts'

const idle = { waiting: 0, isPaused: false, isQueued: false, isRunning: false }

test('a session says what it is doing, and how it ended where that was not well', () => {
  const said = [
    idle,
    { ...idle, lastOutcome: 'ok' },
    { ...idle, isRunning: true },
    { ...idle, isRunning: true, isQueued: true },
    { ...idle, isRunning: true, waitsUntil: new Date(2026, 10, 27, 15).getTime() },
    { ...idle, isRunning: true, waiting: 1 },
    { ...idle, isPaused: true, lastOutcome: 'stopped' },
    { ...idle, lastOutcome: 'stopped' },
    { ...idle, lastOutcome: 'cancelled' },
    { ...idle, lastOutcome: 'interrupted' },
    { ...idle, lastOutcome: 'error' },
  ] as const
  expect(
    said.map((session) => sessionStateOf(session, new Date(2026, 10, 27, 9).getTime())?.word),
  ).toEqual([
    undefined,
    undefined,
    'running',
    'queued',
    'until 15:00',
    'waiting',
    'paused',
    'stopped',
    'cancelled',
    'interrupted',
    'failed',
  ])
})
