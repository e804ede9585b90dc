import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEPT_LINES } from '#shared/contract/procedures/logs.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { BaseUrl } from '#shared/settings/settings.ts'
import { joinStates } from '#shared/wire/state-chunks.ts'
import { openTestHost } from '../../../test/support/host-fixture.ts'
import { startModelServer } from '../../../test/support/model-server.ts'
import type { Host } from '../host.ts'
import { keepKey } from '../providers/registry/provider-keys.ts'
import { fileCipher, openSecretStore } from '../secrets/secret-encryption.ts'
import { cutPages } from './event-pagination.ts'

let folder = ''
let project = ''
let host: Host
const { signal } = new AbortController()

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-test-')))
  project = join(folder, 'project')
  for (const name of ['project/src', 'project/.hidden', 'zebra', 'Ant']) {
    mkdirSync(join(folder, name), { recursive: true })
  }
  writeFileSync(join(project, 'package.json'), '{}')
  const dataDir = join(folder, 'data')
  host = await openTestHost({ dataDir, resourcesDir: folder })
})
afterAll(async () => {
  await host[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

async function openProject(): Promise<ProjectId> {
  return (await host.handlers['projects.open']({ path: project }, signal)).projectId as ProjectId
}

async function createSession(): Promise<SessionId> {
  const projectId = await openProject()
  const created = await host.handlers['sessions.create']({ projectId }, signal)
  return created.sessionId as SessionId
}

test('a folder is browsed without what is hidden, by name, projects marked', async () => {
  const { parent, folders } = await host.handlers['projects.browse']({ path: folder }, signal)
  expect(parent).toBe(realpathSync(tmpdir()))
  expect(folders.map(({ name, isProject }) => [name, isProject])).toEqual([
    ['Ant', false],
    ['data', false],
    ['project', true],
    ['zebra', false],
  ])
})

test('a folder opened twice is one project, and a missing one a sentence', async () => {
  expect(await openProject()).toBe(await openProject())
  expect(await host.handlers['projects.list']({}, signal)).toMatchObject([
    { name: 'project', path: project, isMissing: false },
  ])
  const open = host.handlers['projects.open']
  await expect(open({ path: '/no/such' }, signal)).rejects.toMatchObject({ code: 'not-found' })
  const file = { path: join(project, 'package.json') }
  await expect(open(file, signal)).rejects.toMatchObject({ code: 'invalid-input' })
})

test('a session has the address of its model, and keeps it until a model is chosen anew', async () => {
  const projectId = await openProject()
  const modelOf = async (sessionId: SessionId) =>
    (await joinStates(host.handlers['sessions.open']({ sessionId }, signal))).states.status.model
  const asked = { projectId, model: 'compatible:m', baseUrl: 'http://localhost:1/v1' }
  const created = await host.handlers['sessions.create'](asked, signal)
  const sessionId = created.sessionId as SessionId
  const ref = { provider: 'compatible', model: 'm' }
  expect(await modelOf(sessionId)).toEqual({ ...ref, baseUrl: 'http://localhost:1/v1' })
  const configure = host.handlers['sessions.configure']
  await configure({ sessionId, baseUrl: 'http://localhost:2/v1' }, signal)
  expect(await modelOf(sessionId)).toEqual({ ...ref, baseUrl: 'http://localhost:2/v1' })
  await configure({ sessionId, model: 'compatible:m' }, signal)
  expect(await modelOf(sessionId)).toEqual(ref)
})

test('an address is one of the web, without a password in it', () => {
  const messages = ['http://me:secret@localhost/v1', 'ftp://localhost', 'here'].map(
    (url) => BaseUrl.safeParse(url).error?.issues[0]?.message,
  )
  expect(messages).toEqual([
    expect.stringContaining('Leave user name and password out'),
    expect.stringContaining('Give an http address'),
    expect.stringContaining('Give an http address'),
  ])
  expect(BaseUrl.parse('http://localhost:1234/v1?a=b@c')).toContain('localhost')
})

test('a new session has its snapshot, takes edits, and refuses those that would overwrite', async () => {
  const sessionId = await createSession()
  const path = '/workspace/a.txt'
  const save = host.handlers['files.save']
  const { hash } = await save({ sessionId, path, text: 'one', base: null }, signal)
  const stale = save({ sessionId, path, text: 'two', base: null }, signal)
  await expect(stale).rejects.toMatchObject({ code: 'conflict' })
  const read = await host.handlers['files.read']({ sessionId, path }, signal)
  expect(read).toEqual({ content: { type: 'text', text: 'one' }, hash })
  const opened = await joinStates(host.handlers['sessions.open']({ sessionId }, signal))
  expect(Object.keys(opened.states.files.touched)).toEqual([path])
  expect(opened.states.files.firstTree).toBeDefined()
  const outside = { sessionId, path: '/workspace/../../secret' }
  await expect(host.handlers['files.read'](outside, signal)).rejects.toMatchObject({
    code: 'denied',
  })
})

test('a session is renamed and deleted, and whoever follows changes hears of it', async () => {
  const abort = new AbortController()
  const changes = host.handlers['host.changes']({}, abort.signal)[Symbol.asyncIterator]()
  const next = changes.next()
  const sessionId = await createSession()
  expect((await next).value).toMatchObject({ topic: expect.any(String) })
  await host.handlers['sessions.rename']({ sessionId, title: 'New name' }, signal)
  const listed = await host.handlers['sessions.list']({}, signal)
  expect(listed.find(({ id }) => id === sessionId)?.title).toBe('New name')
  await host.handlers['sessions.delete']({ sessionId, discard: false }, signal)
  const open = joinStates(host.handlers['sessions.open']({ sessionId }, signal))
  await expect(open).rejects.toMatchObject({ code: 'not-found' })
  abort.abort()
  await changes.return?.()
})

test('a key is tried, kept unless it is refused, and never given back', async () => {
  await using server = await startModelServer(() => ({}), { key: 'sk-secret' })
  await host.handlers['settings.change']({ baseUrls: { openai: server.url } }, signal)
  const set = (key: string, force = false) =>
    host.handlers['models.setKey']({ provider: 'openai', key, force }, signal)
  const isReady = async () => {
    const listed = await host.handlers['models.list']({}, signal)
    expect(JSON.stringify(listed)).not.toContain('sk-secret')
    return listed.find(({ id }) => id === 'openai')?.isReady
  }
  expect(await set('sk-wrong')).toMatchObject({ status: 'refused', isKept: false })
  expect(await isReady()).toBe(false)
  expect(await set('sk-wrong', true)).toMatchObject({ status: 'refused', isKept: true })
  expect(await isReady()).toBe(true)
  expect(await set('sk-secret')).toEqual({
    status: 'accepted',
    message: 'OpenAI accepts this key.',
    isKept: true,
  })
  const check = host.handlers['models.check']({ provider: 'openai' }, signal)
  expect(await check).toMatchObject({ status: 'accepted' })
  await host.handlers['models.removeKey']({ provider: 'openai' }, signal)
  expect(await isReady()).toBe(false)
  await host.handlers['settings.change']({ baseUrls: { openai: 'http://127.0.0.1:1' } }, signal)
  expect(await set('sk-secret')).toMatchObject({ status: 'unreachable', isKept: true })
  const wrong = host.handlers['models.setKey']({ provider: 'nobody', key: 'x' }, signal)
  await expect(wrong).rejects.toMatchObject({ code: 'not-found' })
})

test('a key that was found and never tried says so, until it is', async () => {
  await using server = await startModelServer(() => ({}), { key: 'sk-secret' })
  const dataDir = join(folder, 'untried')
  const openWith = (key: string) =>
    openTestHost({ dataDir, env: { OPENAI_API_KEY: key, OPENAI_BASE_URL: server.url } })
  const standing = async (own: Host) => {
    const listed = await own.handlers['models.list']({}, signal)
    const found = listed.find(({ id }) => id === 'openai')
    return found?.isRefused ? 'refused' : found?.isUntried ? 'untried' : 'taken'
  }
  const tries: string[] = []
  for (const key of ['sk-secret', 'sk-secret', 'sk-new']) {
    await using own = await openWith(key)
    tries.push(await standing(own))
    await own.handlers['models.check']({ provider: 'openai' }, signal)
    tries.push(await standing(own))
  }
  expect(tries).toEqual(['untried', 'taken', 'taken', 'taken', 'untried', 'refused'])
})

test('what a provider says of a key is told once, and only where it is news', async () => {
  await using server = await startModelServer(() => ({}), { key: 'sk-right' })
  const env = { OPENAI_BASE_URL: server.url }
  await using own = await openTestHost({ dataDir: join(folder, 'news'), env })
  const abort = new AbortController()
  const topics: string[] = []
  const following = (async () => {
    for await (const { topic } of own.handlers['host.changes']({}, abort.signal)) topics.push(topic)
  })()
  await own.handlers['models.setKey']({ provider: 'openai', key: 'sk-right' }, signal)
  await own.handlers['models.check']({ provider: 'openai' }, signal)
  await own.handlers['settings.change']({ theme: 'dark' }, signal)
  await expect.poll(() => topics).toContain('settings')
  expect(topics.filter((topic) => topic === 'models')).toHaveLength(1)
  abort.abort()
  await following
})

test('what is said of a key that was replaced meanwhile is not said of the other', async () => {
  const asked = Promise.withResolvers<void>()
  const replaced = Promise.withResolvers<void>()
  await using server = createServer((_, response) => {
    asked.resolve()
    void replaced.promise.then(() => response.end('{"data":[]}'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const dataDir = join(folder, 'replaced')
  const env = { OPENAI_API_KEY: 'sk-old', OPENAI_BASE_URL: `http://127.0.0.1:${port}` }
  await using own = await openTestHost({ dataDir, env })
  const check = own.handlers['models.check']({ provider: 'openai' }, signal)
  await asked.promise
  const secrets = openSecretStore(dataDir, fileCipher(dataDir))
  await keepKey({ id: 'openai', keyEnvs: ['OPENAI_API_KEY'] }, 'sk-new', { env, secrets })
  replaced.resolve()
  expect(await check).toMatchObject({ status: 'accepted' })
  const listed = await own.handlers['models.list']({}, signal)
  expect(listed.find(({ id }) => id === 'openai')).toMatchObject({
    keySource: 'Orrery’s own store',
    isUntried: true,
  })
})

test('a key that is entered holds in place of the environment’s, until that is another', async () => {
  await using server = await startModelServer(() => ({}), { key: 'sk-secret' })
  const dataDir = join(folder, 'keys')
  const sourceWith = async (key: string, act?: (own: Host) => Promise<unknown>) => {
    const env = { OPENAI_API_KEY: key, OPENAI_BASE_URL: server.url }
    await using own = await openTestHost({ dataDir, env })
    const check = () => own.handlers['models.check']({ provider: 'openai' }, signal)
    const before = await check()
    await act?.(own)
    const listed = await own.handlers['models.list']({}, signal)
    return [
      before.status,
      (await check()).status,
      listed.find(({ id }) => id === 'openai')?.keySource,
    ]
  }
  const fromEnv = 'OPENAI_API_KEY in the environment'
  const enter = (own: Host) =>
    own.handlers['models.setKey']({ provider: 'openai', key: 'sk-secret' }, signal)
  expect(await sourceWith('sk-old', enter)).toEqual(['refused', 'accepted', 'Orrery’s own store'])
  expect(await sourceWith('sk-old')).toEqual(['accepted', 'accepted', 'Orrery’s own store'])
  expect(await sourceWith('sk-new')).toEqual(['refused', 'refused', fromEnv])
  const remove = (own: Host) => own.handlers['models.removeKey']({ provider: 'openai' }, signal)
  expect(await sourceWith('sk-old', remove)).toEqual(['accepted', 'refused', fromEnv])
})

test('what a person says of a model is shown with its source, and can be taken back', async () => {
  const name = 'compatible:my-model'
  const own = { label: 'Mine', contextTokens: 5000, price: { inputUsd: 1, outputUsd: 2 } }
  const listed = async () => {
    const all = await host.handlers['models.list']({}, signal)
    return all.find(({ id }) => id === 'compatible')?.models
  }
  await host.handlers['settings.change']({ models: { [name]: own } }, signal)
  const source = 'your settings'
  const price = { inputUsd: 1, outputUsd: 2, source }
  expect(await listed()).toEqual([
    { name, label: 'Mine', contextTokens: 5000, contextSource: source, price },
  ])
  await host.handlers['settings.change']({ models: { [name]: null } }, signal)
  expect(await listed()).toEqual([])
})

test('a limit on events that a client gives is ignored, and the logs say so', async () => {
  const warnings = async () => {
    const lines = host.handlers['logs.follow']({ last: KEPT_LINES, level: 'warn' }, signal)
    for await (const page of lines) return page.map(({ message }) => message)
    return []
  }
  await host.handlers['settings.change']({ limits: { events: 10, minutes: 30 } }, signal)
  expect((await host.handlers['settings.read']({}, signal)).limits).toEqual({ minutes: 30 })
  expect(await warnings()).toEqual([expect.stringMatching(/^limits\.events has no effect/)])
  await host.handlers['settings.change']({ limits: { events: null, minutes: null } }, signal)
  expect(await warnings()).toHaveLength(1)
})

test('pages of events are cut to what a window takes in at once', async () => {
  const text = 'x'.repeat(100_000)
  const delta = { kind: 'model.delta', data: { channel: 'text', text } }
  // Only its size matters here.
  const page = Array.from({ length: 7 }, (_, index) => ({ ...delta, seq: index + 1 })) as AnyEvent[]
  const pages: number[][] = []
  for await (const cut of cutPages([page])) pages.push(cut.map(({ seq }) => seq))
  expect(pages).toEqual([[1, 2], [3, 4], [5, 6], [7]])
})
