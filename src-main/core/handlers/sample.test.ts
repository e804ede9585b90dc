import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import type { Hash, SessionId } from '#shared/lib/ids.ts'
import { foldStates, initStates } from '#shared/projections/index.ts'
import { joinStates } from '#shared/wire/state-chunks.ts'
import { openTestHost } from '../../../test/support/host-fixture.ts'
import { workLanesOf } from '../exchange/export-session.ts'
import type { Host } from '../host.ts'

const resourcesDir = resolve(import.meta.dirname, '../../../resources')
const { signal } = new AbortController()
let dataDir = ''
let host: Host

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  host = await openTestHost({ dataDir })
})
afterAll(async () => {
  await host[Symbol.asyncDispose]()
  rmSync(dataDir, { recursive: true })
})

async function openSample(): Promise<SessionId> {
  return (await host.handlers['sessions.openSample']({}, signal)).sessionId as SessionId
}

async function readEvents(sessionId: SessionId): Promise<AnyEvent[]> {
  const { seq } = await joinStates(host.handlers['sessions.open']({ sessionId }, signal))
  const abort = new AbortController()
  const events: AnyEvent[] = []
  for await (const page of host.handlers['sessions.events'](
    { sessionId, after: 0 },
    abort.signal,
  )) {
    events.push(...page)
    if (events.length >= seq) break
  }
  return events
}

test('the sample is offered, opens as often as one likes, and plays to a good end', async () => {
  const { sample } = await host.handlers['host.describe']({}, signal)
  expect(sample).toMatchObject({ title: 'Find and repair the bug', agents: 3 })
  const sessionId = await openSample()
  expect(await openSample()).toBe(sessionId)
  expect(sample?.sessionId).toBe(sessionId)
  const events = await readEvents(sessionId)
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  const states = foldStates(initStates(), events)
  expect(states.status).toMatchObject({ lastOutcome: 'ok', waiting: 0 })
  expect(states.status.model).toEqual({ provider: 'demo', model: 'scripted' })
  expect(Object.keys(states.files.touched)).toEqual([
    '/workspace/src/pages.js',
    '/docs/overview.md',
  ])
})

test('from afar it looks as its log does', async () => {
  const { sample } = await host.handlers['host.describe']({}, signal)
  const { timeline } = foldStates(initStates(), await readEvents(await openSample()))
  expect(sample?.lanes).toEqual(workLanesOf(timeline))
  expect(sample?.lanes?.map(({ length }) => length > 0)).toEqual([true, true, true])
})

test('every file of it can be read at every moment, without the folder it was made in', async () => {
  const sessionId = await openSample()
  const read = async (hash: Hash) => {
    const content = await host.handlers['files.content']({ sessionId, hash }, signal)
    return content.type === 'text' ? content.text : content.type
  }
  const events = await readEvents(sessionId)
  const trees = events.flatMap((event) =>
    event.kind === 'snapshot.taken' ? [event.data.tree] : [],
  )
  const files = await Promise.all(trees.map(async ({ ref }) => JSON.parse(await read(ref))))
  const ofTrees = files.flatMap((tree) => Object.values<{ hash: Hash }>(tree))
  const ofChanges = events.flatMap((event) =>
    event.kind === 'file.changed' ? [event.data.before, event.data.after] : [],
  )
  const contents = [...ofTrees, ...ofChanges].flatMap((file) => (file ? [file.hash] : []))
  expect(contents.length).toBeGreaterThan(20)
  for (const hash of contents) expect(hash && (await read(hash))).toMatch(/\S/)
  const repaired = { sessionId, path: '/workspace/src/pages.js' }
  const { content } = await host.handlers['files.read'](repaired, signal)
  expect(content).toMatchObject({ text: expect.stringContaining('Math.ceil(items / size)') })
})

test('what needs its folder says in a sentence that it is not on this machine', async () => {
  const sessionId = await openSample()
  const attempts = [
    host.handlers['terminals.open']({ sessionId, cols: 80, rows: 24 }, signal),
    host.handlers['files.save']({ sessionId, path: '/workspace/a', text: '', base: null }, signal),
    host.handlers['sessions.resume'](
      { sessionId, allowTools: [], waitForLimits: true, keepWait: false },
      signal,
    ),
  ]
  const error = {
    code: 'not-found',
    message: expect.stringMatching(/is not on this machine\. .+\.$/),
  }
  for (const attempt of attempts) await expect(attempt).rejects.toMatchObject(error)
})

test('nothing in it tells of the machine it was made on', () => {
  const packed = readFileSync(join(resourcesDir, 'sample-replay.orrery'))
  const lines = gunzipSync(packed).toString().trim().split('\n')
  const texts = lines.map((line) => {
    const { base64 } = JSON.parse(line)
    return base64 === undefined ? line : Buffer.from(base64, 'base64').toString()
  })
  expect(texts.length).toBeGreaterThan(100)
  for (const text of texts) expect(text).not.toMatch(/\/(tmp|root|work|Users)\/|git:[0-9a-f]{40}/)
})
