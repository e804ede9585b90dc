import { expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { foldStates, initStates } from '#shared/projections/index.ts'
import { cutStates, type StatesPiece } from '#shared/wire/state-chunks.ts'
import { Connection } from '../../connection/connection.ts'
import {
  RecordedChannel,
  type RecordedHandlers,
  recordedHandlers,
} from '../../replay/recorded-channel.ts'
import { followSession } from './follow-session.ts'
import { SessionStore } from './session-store.ts'

const sessionId = SessionId.parse('ses_1')
const data = { projectId: ProjectId.parse('prj_1'), projectName: 'p', root: 'p' }
const events: AnyEvent[] = [
  { sessionId, seq: 1, at: 1, kind: 'session.created', data },
  { sessionId, seq: 2, at: 2, kind: 'session.renamed', data: { title: 'T', by: 'person' } },
]

/** At first the session has one event, of which the picture comes before the rest; then it has both. */
function openTwice(): RecordedHandlers['sessions.open'] {
  const ends = [1, 2]
  return async function* (): AsyncGenerator<StatesPiece> {
    const seq = ends.shift() ?? 2
    if (seq === 1) yield { seq, parts: [], missing: 'rest' }
    yield* cutStates({ seq, states: foldStates(initStates(), events.slice(0, seq)) })
  }
}

/** The first time it is lost at once. */
function loseOnce(): RecordedHandlers['sessions.events'] {
  let isLost = false
  // biome-ignore lint/correctness/useYield: nothing comes after the end.
  return async function* () {
    if (isLost) return
    isLost = true
    throw new AppError('unavailable', 'The connection to the host was lost.')
  }
}

function connect(): Connection {
  const handlers = {
    ...recordedHandlers(Promise.resolve({ events, contents: new Map() })),
    'sessions.open': openTwice(),
    'sessions.events': loseOnce(),
  }
  return new Connection({
    open: async () => new RecordedChannel(handlers),
    isDesktop: false,
    isRecorded: true,
    wait: async () => {},
  })
}

test('what still waited when a stream was lost changes nothing of what is opened anew', async () => {
  using connection = connect()
  using store = new SessionStore()
  const { signal } = new AbortController()
  const late = Promise.withResolvers<void>()
  let waits = 0
  const untilIdle = async () => {
    waits += 1
    if (waits === 1) await late.promise
    else late.resolve()
  }
  await followSession({ connection, store, sessionId, signal, untilIdle })
  expect(waits).toBeGreaterThan(1)
  expect([store.openedSeq, store.lastSeq, store.isHistoryComplete]).toEqual([2, 2, true])
  expect(store.live.state('status').title).toBe('T')
})
