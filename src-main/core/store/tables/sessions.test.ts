import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { SessionId } from '#shared/lib/ids.ts'
import { note, openFixture, type StoreFixture } from '../../../../test/support/store-fixture.ts'
import { hashOf } from '../../runtime/ids.ts'

const TABLES = [
  'session',
  'event',
  'checkpoint',
  'checkpoint_write',
  'document',
  'summary',
  'blob',
  'blob_use',
]

function countRows({ dataDir }: StoreFixture): Record<string, number> {
  const db = new Database(join(dataDir, 'orrery.db'), { readonly: true })
  const count = (table: string) => Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
  const counts = Object.fromEntries(TABLES.map((table) => [table, count(table)]))
  db.close()
  return counts
}

async function fill({ store }: StoreFixture, id: SessionId): Promise<void> {
  const bytes = Buffer.from('state')
  const ids = { threadId: id, namespace: '', type: 'json' }
  store.blobs.put(id, 'shared')
  store.blobs.put(id, `only of ${id}`)
  await store.checkpoints.put({ ...ids, id: '1', checkpoint: bytes, metadata: bytes }, new Map())
  await store.checkpoints.putWrites(
    [{ ...ids, checkpointId: '1', taskId: 't', index: 0, channel: 'c', value: bytes }],
    new Map(),
    { replace: false },
  )
  await store.documents.write(id, '/plan.md', 'plan')
  await store.events.append(
    id,
    Array.from({ length: 2_500 }, () => note('work')),
  )
  store.summaries.list()
  await store.flush()
}

test('deleting a session frees all that is its own, and nothing that another shares', async () => {
  await using fixture = await openFixture()
  const [kept, gone] = [await fixture.newSession(), await fixture.newSession()]
  await fill(fixture, kept)
  const before = countRows(fixture)
  await fill(fixture, gone)
  await fixture.store.sessions.delete(gone)
  expect(countRows(fixture)).toEqual({ ...before, session: 1, event: 2_501 })
  expect(fixture.store.sessions.list().map(({ id }) => id)).toEqual([kept])
  await fixture.store.sessions.delete(kept)
  expect(countRows(fixture)).toEqual(Object.fromEntries(TABLES.map((table) => [table, 0])))
})

test('nothing more is written for a session that was deleted', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  const deleting = fixture.store.sessions.delete(id)
  fixture.store.blobs.put(id, 'late')
  await expect(fixture.store.events.append(id, [note('late')])).rejects.toMatchObject({
    code: 'not-found',
  })
  await deleting
  fixture.store.blobs.put(id, 'later')
  await fixture.store.flush()
  expect(countRows(fixture)).toMatchObject({ event: 0, blob: 0, blob_use: 0 })
})

test('a deletion that was cut off is finished at the next start', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  await fill(fixture, id)
  const db = new Database(join(fixture.dataDir, 'orrery.db'))
  db.prepare('UPDATE session SET is_deleted = 1').run()
  db.close()
  const { sessions } = await fixture.reopen()
  expect(sessions.find(id)).toBeUndefined()
  expect(countRows(fixture)).toMatchObject({ session: 0, event: 0, blob: 0 })
})

test('sessions are found by id and listed by project, newest first', async () => {
  await using fixture = await openFixture()
  const first = await fixture.newSession()
  fixture.clock.time = 2_000
  const second = await fixture.newSession()
  const { sessions } = fixture.store
  const { projectId } = fixture
  const row = { id: second, projectId, root: '/project', createdAt: 2_000 }
  expect(sessions.find(second)).toEqual(row)
  expect(sessions.list(projectId).map(({ id }) => id)).toEqual([second, first])
})

test('what a deletion frees at once is as little as what one commit writes', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  const { store } = fixture
  for (let part = 0; part < 40; part += 1) store.blobs.put(id, randomBytes(100_000))
  await store.events.append(
    id,
    Array.from({ length: 300 }, () => note('x'.repeat(15_000))),
  )
  await store.flush()
  const held: number[] = []
  let isOver = false
  const deleting = store.sessions.delete(id).finally(() => (isOver = true))
  while (!isOver) {
    held.push(bytesHeld(fixture))
    await new Promise(setImmediate)
  }
  await deleting
  const freed = held.slice(1).map((bytes, index) => (held[index] ?? 0) - bytes)
  expect(held[0]).toBeGreaterThan(8_000_000)
  expect(Math.max(...freed)).toBeLessThanOrEqual(512 * 1024)
})

test('two sessions that share a content and go at the same time leave nothing of it', async () => {
  await using fixture = await openFixture()
  const ids = [await fixture.newSession(), await fixture.newSession()]
  for (const id of ids) await fill(fixture, id)
  await Promise.all(ids.map((id) => fixture.store.sessions.delete(id)))
  expect(countRows(fixture)).toEqual(Object.fromEntries(TABLES.map((table) => [table, 0])))
})

test('a session that is brought in while it is being deleted waits until it has gone', async () => {
  await using fixture = await openFixture()
  const { store } = fixture
  const id = await fixture.newSession()
  const row = store.sessions.find(id)
  if (!row) throw new Error('it is there')
  const events = [...store.events.read(id)].flat()
  const content = Buffer.from('brought in')
  const contents = new Map([[hashOf(content), content]])
  await Promise.all([store.sessions.delete(id), store.sessions.adopt(row, { events, contents })])
  expect(store.sessions.find(id)).toEqual(row)
  expect(countRows(fixture)).toMatchObject({ session: 1, event: 1, blob: 1, blob_use: 1 })
})

/** What events and contents hold on disk. */
function bytesHeld({ dataDir }: StoreFixture): number {
  using opened = new DisposableStack()
  const file = join(dataDir, 'orrery.db')
  const db = opened.adopt(new Database(file, { readonly: true }), (one) => one.close())
  const sum = (table: string, column: string) =>
    Number(db.prepare(`SELECT total(octet_length(${column})) FROM ${table}`).pluck().get())
  return sum('event', 'data') + sum('blob', 'content')
}
