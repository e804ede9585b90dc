import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectClient } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/index.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { openTestHost } from '../../../../../test/support/host-fixture.ts'
import {
  type ModelServer,
  type Reply,
  startModelServer,
} from '../../../../../test/support/model-server.ts'
import { createPair } from '../../../../transports/in-process.ts'
import { serve } from '../../../../transports/serve-contract.ts'

const HOUR_MS = 60 * 60 * 1000
const WITHIN = { timeout: 60_000 }

let folder = ''
let server: ModelServer
let isLimited = true

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-waits-'))
  mkdirSync(join(folder, 'data'))
  mkdirSync(join(folder, 'project'))
  isLimited = true
  const forAnHour = { status: 429, headers: { 'retry-after': '3600' } }
  server = await startModelServer((): Reply => (isLimited ? forAnHour : { text: 'Done.' }))
})

afterEach(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

/** A host whose clock is set forward, with a client. */
async function openHost({ aheadMs = 0, resumesWaits = true } = {}) {
  await using owned = new AsyncDisposableStack()
  const wallClock = { now: () => Date.now() + aheadMs }
  const homeDir = join(folder, 'home')
  const options = { dataDir: join(folder, 'data'), homeDir, resumesWaits, wallClock }
  const host = owned.use(await openTestHost(options))
  const pair = createPair()
  serve(pair.host, { contract, handlers: host.handlers, report })
  owned.defer(() => pair.client[Symbol.dispose]())
  const client = connectClient(pair.client, contract)
  const disposables = owned.move()
  return { client, [Symbol.asyncDispose]: () => disposables.disposeAsync() }
}

type OpenHost = Awaited<ReturnType<typeof openHost>>

function report(error: unknown): never {
  throw error
}

async function startWaiting({ client }: OpenHost): Promise<SessionId> {
  const { projectId } = await client['projects.open']({ path: join(folder, 'project') })
  const model = { model: 'compatible:scripted', baseUrl: server.url }
  const { sessionId } = await client['sessions.create']({ projectId, ...model })
  await client['sessions.send']({ sessionId, text: 'go' })
  await expect.poll(async () => (await find(client, sessionId))?.waitsUntil, WITHIN).toBeDefined()
  return sessionId
}

async function find(client: OpenHost['client'], sessionId: SessionId) {
  return (await client['sessions.list']({})).find(({ id }) => id === sessionId)
}

async function leaveWaiting(): Promise<SessionId> {
  await using host = await openHost()
  return await startWaiting(host)
}

test('a host that starts after the limit has ended resumes the run', async () => {
  const sessionId = await leaveWaiting()
  isLimited = false
  await using host = await openHost({ aheadMs: 2 * HOUR_MS })
  const outcome = async () => (await find(host.client, sessionId))?.lastOutcome
  await expect.poll(outcome, WITHIN).toBe('ok')
  expect((await find(host.client, sessionId))?.waitsUntil).toBeUndefined()
  expect(server.requests).toHaveLength(2)
})

test('a host that starts earlier waits on, and shows the wait in the inbox', async () => {
  const sessionId = await leaveWaiting()
  await using host = await openHost({ aheadMs: HOUR_MS / 2 })
  const session = await find(host.client, sessionId)
  expect(session).toMatchObject({ isRunning: false, lastOutcome: 'interrupted' })
  expect(await host.client['approvals.inbox']({})).toMatchObject([
    { type: 'limit', sessionId, wait: { until: session?.waitsUntil } },
  ])
  expect(server.requests).toHaveLength(1)
  await host.client['sessions.stop']({ sessionId })
  expect(await host.client['approvals.inbox']({})).toEqual([])
})

test('a command’s own host leaves the waits of others alone', async () => {
  const sessionId = await leaveWaiting()
  await using host = await openHost({ aheadMs: 2 * HOUR_MS, resumesWaits: false })
  expect((await find(host.client, sessionId))?.waitsUntil).toBeDefined()
  isLimited = false
  await host.client['sessions.resume']({ sessionId })
  const outcome = async () => (await find(host.client, sessionId))?.lastOutcome
  await expect.poll(outcome, WITHIN).toBe('ok')
  expect(server.requests).toHaveLength(2)
})

test('a run that can’t be resumed says why, and waits no longer', async () => {
  const sessionId = await leaveWaiting()
  rmSync(join(folder, 'project'), { recursive: true })
  await using host = await openHost({ aheadMs: 2 * HOUR_MS })
  const until = async () => (await find(host.client, sessionId))?.waitsUntil
  await expect.poll(until, WITHIN).toBeUndefined()
  expect(server.requests).toHaveLength(1)
})

test('a fork of a session that waits is not resumed', async () => {
  await using host = await openHost()
  const sessionId = await startWaiting(host)
  const { client } = host
  const [session] = await client['sessions.list']({})
  const seq = session?.lastSeq ?? 0
  const fork = await client['sessions.fork']({ sessionId, seq })
  expect((await find(client, fork.sessionId))?.waitsUntil).toBeUndefined()
  expect((await find(client, sessionId))?.waitsUntil).toBeDefined()
})
