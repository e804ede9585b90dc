import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { SessionId } from '#shared/lib/ids.ts'
import { limitFiles } from '../../../../test/support/limit-files.ts'
import {
  note,
  openFixture,
  type StoreFixture,
  temporaryFolder,
} from '../../../../test/support/store-fixture.ts'
import { hashOf } from '../../runtime/ids.ts'
import { CommitQueue } from '../commits/commit-queue.ts'
import { openForOwner } from '../opening/open-database.ts'
import { Blobs } from './blobs.ts'

function stored({ dataDir }: StoreFixture): unknown[] {
  const db = new Database(join(dataDir, 'orrery.db'), { readonly: true })
  try {
    return db.prepare('SELECT hash, bytes, encoding FROM blob ORDER BY bytes').all()
  } finally {
    db.close()
  }
}

test('a content can be read back at once, and after a restart', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  const hash = fixture.store.blobs.put(id, 'Bahnhofstraße 🚂')
  expect(Buffer.from(fixture.store.blobs.get(hash) ?? []).toString()).toBe('Bahnhofstraße 🚂')
  const { blobs } = await fixture.reopen()
  expect(Buffer.from(blobs.get(hash) ?? []).toString()).toBe('Bahnhofstraße 🚂')
  expect(blobs.has(hashOf(Buffer.from('other')))).toBe(false)
})

test('a content that was compressed elsewhere can be read back at once, and after a restart', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  const text = Buffer.from('the same again '.repeat(10_000))
  const hash = hashOf(text)
  const packed = { content: zstdCompressSync(text), bytes: text.length }
  fixture.store.blobs.adoptCompressed(id, hash, packed)
  expect(Buffer.from(fixture.store.blobs.get(hash) ?? []).equals(text)).toBe(true)
  const { blobs } = await fixture.reopen()
  expect(Buffer.from(blobs.get(hash) ?? []).equals(text)).toBe(true)
  expect(stored(fixture)).toEqual([{ hash, bytes: text.length, encoding: 'zstd' }])
})

test('a content is kept once, whoever puts it', async () => {
  await using fixture = await openFixture()
  const [one, two] = [await fixture.newSession(), await fixture.newSession()]
  const hash = fixture.store.blobs.put(one, 'same')
  fixture.store.blobs.adopt(two, hash, Buffer.from('same'))
  await fixture.store.flush()
  fixture.store.blobs.put(two, 'same')
  await fixture.store.flush()
  expect(stored(fixture)).toEqual([{ hash, bytes: 4, encoding: 'plain' }])
})

test('short values stay where they are, longer ones are referred to', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  const { blobs } = fixture.store
  const long = ['é'.repeat(10_000)]
  const text = JSON.stringify(long)
  expect(blobs.storeText(id, 'short')).toBe('short')
  expect(blobs.storeJson(id, { a: 1 })).toEqual({ json: { a: 1 } })
  expect(blobs.storeJson(id, long)).toEqual({
    ref: hashOf(Buffer.from(text)),
    bytes: Buffer.byteLength(text),
    head: text.slice(0, 1_000),
  })
})

test('large contents are compressed later, and read the same', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  const { blobs, events } = fixture.store
  const text = 'all work and no play '.repeat(60_000)
  const noise = Buffer.from(Array.from({ length: 4_000 }, (_, i) => (i * 2_654_435_761) >>> 13))
  const hashes = [blobs.put(id, noise), blobs.put(id, text)]
  await events.append(id, [note('both')])
  await vi.waitFor(() => {
    expect(stored(fixture)).toEqual([
      { hash: hashes[0], bytes: 4_000, encoding: expect.stringMatching(/plain|zstd/) },
      { hash: hashes[1], bytes: text.length, encoding: 'zstd' },
    ])
  }, 10_000)
  expect(hashes.map((hash) => hashOf(blobs.get(hash) ?? Buffer.alloc(0)))).toEqual(hashes)
})

test('much content goes before its event, in commits of half a megabyte', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  const { blobs, events } = fixture.store
  const contents = Array.from({ length: 40 }, (_, index) => Buffer.alloc(100_000, index + 1))
  const stored: number[] = []
  using _counting = blobs.onDidStore((bytes) => stored.push(bytes))
  const seen: boolean[] = []
  using _watching = events.onDidAppend(() => seen.push(isStored()))
  for (const content of contents) blobs.put(id, content)
  await events.append(id, [note('all of them')])
  expect(seen).toEqual([true])
  expect(stored.length).toBeGreaterThan(7)
  expect(Math.max(...stored)).toBeLessThanOrEqual(512 * 1024)

  function isStored(): boolean {
    const db = new Database(join(fixture.dataDir, 'orrery.db'), { readonly: true })
    using _closed = { [Symbol.dispose]: () => db.close() }
    return db.prepare('SELECT count(*) FROM blob').pluck().get() === contents.length
  }
})

test('what is stored while another content is packed, in the place that it had, stays itself', async () => {
  await using fixture = await openFixture()
  const { blobs, events, sessions } = fixture.store
  const [gone, kept] = [await fixture.newSession(), await fixture.newSession()]
  const freed = blobs.put(gone, 'all work and no play '.repeat(600_000))
  await events.append(gone, [note('is packed now')])
  await sessions.delete(gone)
  const text = 'no work and all play '.repeat(60_000)
  const hash = blobs.put(kept, text)
  await events.append(kept, [note('is stored in its place')])
  await vi.waitFor(() => {
    expect(stored(fixture)).toEqual([{ hash, bytes: text.length, encoding: 'zstd' }])
  }, 10_000)
  expect(blobs.has(freed)).toBe(false)
  expect(hashOf(blobs.get(hash) ?? Buffer.alloc(0))).toBe(hash)
})

test.skipIf(process.platform !== 'linux')(
  'what was written for a session is written again as it was, also once it is being deleted',
  async () => {
    using owned = new DisposableStack()
    const folder = owned.use(temporaryFolder())
    const db = owned.adopt(await openForOwner(folder.path), (one) => one.close())
    const queue = owned.use(new CommitQueue(db))
    const blobs = owned.use(new Blobs(db, queue))
    const id = SessionId.parse('ses_1')
    {
      using _full = limitFiles(6_000_000)
      const hash = blobs.put(id, Buffer.alloc(8_000_000, 1))
      queue.commit()
      expect(queue.unsaved).toMatch(/^The disk/)
      blobs.release(id)
      expect(queue.save()).toBe(false)
      expect(blobs.has(hash)).toBe(true)
    }
    expect(queue.save()).toBe(true)
    expect(db.prepare('SELECT session_id FROM blob_use').pluck().all()).toEqual([id])
  },
)

test('a content that can’t be unpacked is said to be damaged', async () => {
  await using fixture = await openFixture()
  const { blobs } = fixture.store
  const hash = blobs.put(await fixture.newSession(), 'all work and no play')
  await fixture.store.flush()
  using opened = new DisposableStack()
  const db = opened.adopt(new Database(join(fixture.dataDir, 'orrery.db')), (one) => one.close())
  db.exec(`UPDATE blob SET encoding = 'zstd'`)
  expect(() => blobs.get(hash)).toThrow(
    expect.objectContaining({
      code: 'unavailable',
      message: expect.stringContaining('is damaged'),
    }),
  )
})
