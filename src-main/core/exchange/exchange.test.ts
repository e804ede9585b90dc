import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import { Hash, ProjectId, SessionId } from '#shared/lib/ids.ts'
import { systemClock } from '../runtime/clock.ts'
import { openStore, type Store } from '../store/store.ts'
import { exportSession } from './export-session.ts'
import { findHeader, importSession } from './import-session.ts'

const sessionId = SessionId.parse('ses_1')
const projectId = ProjectId.parse('prj_1')
let folder = ''
let file = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  file = join(folder, 'session.orrery')
})
afterEach(() => rmSync(folder, { recursive: true }))

function open(name: string): Promise<Store> {
  return openStore({ dataDir: join(folder, name), clock: systemClock, mode: 'owner' })
}

/** A session with a tree that refers to a file that mentions the machine, and one in a repository. */
async function fill(store: Store): Promise<void> {
  const root = '/secret/place/p'
  const row = { id: sessionId, projectId, root, createdAt: systemClock.now() }
  await store.sessions.create(row, [
    { kind: 'session.created', data: { projectId, projectName: 'p', root } },
  ])
  const inner = store.blobs.put(sessionId, `a file of ${root}`)
  const entry = { mode: 33188, size: 1 }
  const tree = { 'a.txt': { ...entry, hash: inner }, 'b.txt': { ...entry, hash: git } }
  const ref = store.blobs.put(sessionId, JSON.stringify(tree))
  await store.events.append(sessionId, [
    { kind: 'snapshot.taken', data: { tree: { ref, bytes: 1 }, files: 2, notRecorded: 0 } },
    { kind: 'session.renamed', data: { title: `At ${root}`, by: 'person' } },
    { kind: 'session.configured', data: { model: { ...model, baseUrl: 'http://other.example' } } },
  ])
}

const git = Hash.parse(`git:${'a'.repeat(40)}`)
const model = { provider: 'compatible', model: 'm' }
const replacements = [['/secret/place', '/neutral']] as const

function eventsOf(store: Store): AnyEvent[] {
  return [...store.events.read(sessionId)].flat()
}

test('a session comes back from a file with its times, contents, and no trace of the machine', async () => {
  await using from = await open('from')
  await fill(from)
  const findContent = async () => Buffer.from('of the repository')
  await exportSession(from, { sessionId, path: file, replacements, findContent })
  expect(gunzipSync(readFileSync(file)).toString()).not.toContain('secret')

  await using to = await open('to')
  expect(await importSession(to, file)).toBe(sessionId)
  expect(await importSession(to, file)).toBe(sessionId)
  const [before, after] = [eventsOf(from), eventsOf(to)]
  expect(after.map(({ at, seq, kind }) => [at, seq, kind])).toEqual(
    before.map(({ at, seq, kind }) => [at, seq, kind]),
  )
  expect(await findHeader(file)).toMatchObject({ title: 'At /neutral/p', root: '/neutral/p' })
  expect(after.at(-1)?.data).toEqual({ model })
  const snapshot = after.find((event) => event.kind === 'snapshot.taken')
  const tree = JSON.parse(textOf(to, snapshot?.data.tree.ref))
  expect(textOf(to, tree['a.txt'].hash)).toBe('a file of /neutral/p')
  expect(textOf(to, tree['b.txt'].hash)).toBe('of the repository')
})

test('a session that waited for a limit comes without its wait: nobody here has asked for it', async () => {
  await using from = await open('from')
  await fill(from)
  const data = { until: Date.now(), models: [model], reason: 'Busy (429).' }
  await from.events.append(sessionId, [{ kind: 'limit.reached', data }])
  await exportSession(from, { sessionId, path: file })
  await using to = await open('to')
  await importSession(to, file)
  expect(from.summaries.of(sessionId)?.waitsUntil).toBe(data.until)
  expect(to.summaries.of(sessionId)?.waitsUntil).toBeUndefined()
})

test('a session that was deleted comes back whole, while the host goes on', async () => {
  await using from = await open('from')
  await fill(from)
  await exportSession(from, { sessionId, path: file })
  await using to = await open('to')
  await importSession(to, file)
  const snapshot = eventsOf(to).find((event) => event.kind === 'snapshot.taken')
  const deleted = to.sessions.delete(sessionId)
  await to.flush()
  await importSession(to, file)
  await deleted
  expect(eventsOf(to)).toEqual(
    eventsOf(from).with(-1, expect.objectContaining({ data: { model } })),
  )
  expect(textOf(to, snapshot?.data.tree.ref)).toContain('a.txt')
  const later = to.blobs.put(sessionId, 'put later')
  await to.flush()
  expect(textOf(to, later)).toBe('put later')
})

test('a file whose events are not all there, or not as they were, leaves no contents behind', async () => {
  await using from = await open('from')
  await fill(from)
  await exportSession(from, { sessionId, path: file })
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n')
  const contents = lines.flatMap((line) => JSON.parse(line).blob ?? [])
  const gap = lines.toSpliced(-2, 1)
  const wrong = [...lines.slice(0, -1), '{"event":{"seq":4,"kind":"session.renamed","data":{}}}']
  await using to = await open('to')
  for (const forged of [gap, wrong]) {
    writeFileSync(join(folder, 'forged'), gzipSync(forged.join('\n')))
    await expect(importSession(to, join(folder, 'forged'))).rejects.toThrow()
  }
  await to.flush()
  expect(contents.map((hash) => to.blobs.has(hash))).toEqual(contents.map(() => false))
  expect(contents.length).toBeGreaterThan(1)
})

function textOf(store: Store, hash: Hash | undefined): string {
  return Buffer.from((hash && store.blobs.get(hash)) ?? []).toString()
}

test('a file that was tampered with, or is something else, brings nothing in', async () => {
  await using from = await open('from')
  await fill(from)
  await exportSession(from, { sessionId, path: file })
  const blob = `sha256:${createHash('sha256').update('x').digest('hex')}`
  const lines = gunzipSync(readFileSync(file)).toString().split('\n')
  const forged = [lines[0], JSON.stringify({ blob, base64: 'eQ==' }), ...lines.slice(1)]
  writeFileSync(join(folder, 'forged'), gzipSync(forged.join('\n')))
  writeFileSync(join(folder, 'plain'), 'hello')
  await using to = await open('to')
  await expect(importSession(to, join(folder, 'forged'))).rejects.toMatchObject({
    code: 'invalid-input',
  })
  await expect(importSession(to, join(folder, 'plain'))).rejects.toThrow()
  await expect(importSession(to, join(folder, 'none'))).rejects.toMatchObject({ code: 'not-found' })
  expect(to.sessions.list()).toEqual([])
})

test('a file from before kinds had versions is read as version 1, and a newer one is refused', async () => {
  const root = '/neutral/p'
  const at = 1
  const header = {
    ...{ format: 'orrery-session', version: 1, sessionId, projectId, root, title: '' },
    ...{ createdAt: at, durationMs: 0, agents: 0, events: 2 },
  }
  const created = { sessionId, seq: 1, at, kind: 'session.created' }
  const ids = { spanId: 'spn_1', agentId: 'spn_2' }
  const asked = { sessionId, seq: 2, at, ...ids, kind: 'approval.requested' }
  const request = {
    ...{
      approvalId: 'apr_1',
      toolCallId: 'c',
      name: 'ask_person',
      title: 'Which?',
      effect: 'read',
    },
    ...{ args: { json: {} }, risk: '', rule: '', isJudged: false },
  }
  const write = (more: object) => {
    const lines = [
      header,
      { event: { ...created, data: { projectId, projectName: 'p', root } } },
      { event: { ...asked, data: request }, ...more },
    ]
    writeFileSync(file, gzipSync(lines.map((line) => JSON.stringify(line)).join('\n')))
  }
  await using to = await open('to')
  write({ version: 99 })
  await expect(importSession(to, file)).rejects.toThrow('newer Orrery')
  write({})
  await importSession(to, file)
  expect(eventsOf(to)[1]?.data).toMatchObject({ type: 'question', title: 'Which?' })
})
