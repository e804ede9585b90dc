import { expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import { Hash, ProjectId, SessionId } from '#shared/lib/ids.ts'
import { Connection } from '../connection/connection.ts'
import { followSession } from '../session/store/follow-session.ts'
import { SessionStore } from '../session/store/session-store.ts'
import { RecordedChannel, recordedHandlers } from './recorded-channel.ts'
import { findLanding } from './start-position.tsx'

const sessionId = SessionId.parse('ses_1')
const hash = Hash.parse(`sha256:${'a'.repeat(64)}`)
const missing = Hash.parse(`sha256:${'b'.repeat(64)}`)
const data = { projectId: ProjectId.parse('prj_1'), projectName: 'p', root: 'p' }
const events: AnyEvent[] = [
  { sessionId, seq: 1, at: 1, kind: 'session.created', data },
  { sessionId, seq: 2, at: 2, kind: 'session.renamed', data: { title: 'T', by: 'person' } },
]

function connect(): Connection {
  const recording = Promise.resolve({ events, contents: new Map([[hash, { text: 'x' }]]) })
  return new Connection({
    open: async () => new RecordedChannel(recordedHandlers(recording)),
    isDesktop: false,
    isRecorded: true,
    wait: async () => {},
  })
}

test('a recording is followed as a host is, to its end', async () => {
  using connection = connect()
  using store = new SessionStore()
  const { signal } = new AbortController()
  await followSession({ connection, store, sessionId, signal, untilIdle: async () => {} })
  expect(connection.state()).toBe('recorded')
  expect(store.isHistoryComplete).toBe(true)
  expect(store.live.state('status').title).toBe('T')
  expect(store.at(1).state('status').title).toBeUndefined()
})

test('what happened before waits until the window has time for it', async () => {
  using connection = connect()
  using store = new SessionStore()
  const { signal } = new AbortController()
  const idle = Promise.withResolvers<void>()
  const untilIdle = () => idle.promise
  const following = followSession({ connection, store, sessionId, signal, untilIdle })
  await expect.poll(() => store.isOpen).toBe(true)
  expect(store.live.state('status').title).toBe('T')
  expect(store.historySeq).toBe(0)
  idle.resolve()
  await following
  expect(store.isHistoryComplete).toBe(true)
})

test('it has the contents that were recorded, and refuses what somebody would have to do', async () => {
  using connection = connect()
  await connection.untilOpen(new AbortController().signal)
  const { client } = connection
  expect(await client['files.content']({ sessionId, hash })).toEqual({ type: 'text', text: 'x' })
  await expect(client['files.content']({ sessionId, hash: missing })).rejects.toMatchObject({
    code: 'not-found',
  })
  await expect(client['sessions.pause']({ sessionId })).rejects.toMatchObject({
    code: 'unsupported',
  })
})

test('an address names the event to begin at', () => {
  expect(['#at=412', '#at=', '#at=x', '', '#/session/x'].map(findLanding)).toEqual([
    412,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
