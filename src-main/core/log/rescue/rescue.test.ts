import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { systemClock } from '../../clock.ts'
import { openStore, type Store } from '../store.ts'
import { note, openFixture, type StoreFixture } from '../store-fixture.ts'

const PAGE = 4096

/** Sessions with logs long enough to lie on many pages, one after the other in the file. */
async function fill(fixture: StoreFixture, sessions: number): Promise<SessionId[]> {
  const ids: SessionId[] = []
  for (let session = 0; session < sessions; session += 1) {
    const id = await fixture.newSession()
    const drafts = Array.from({ length: 400 }, (_, index) => note(`${index} ${'word '.repeat(40)}`))
    await fixture.store.events.append(id, drafts)
    ids.push(id)
  }
  await fixture.store.settings.change({ model: undefined, theme: 'dark' })
  return ids
}

async function close({ store, dataDir }: StoreFixture): Promise<string> {
  await store[Symbol.asyncDispose]()
  return join(dataDir, 'orrery.db')
}

function overwrite(file: string, from: number, bytes: number): void {
  const fd = openSync(file, 'r+')
  writeSync(fd, Buffer.alloc(bytes, 0x5a), 0, bytes, from)
  closeSync(fd)
}

function open(dataDir: string, isAfterCrash: boolean): Promise<Store> {
  return openStore({ dataDir, clock: systemClock, mode: 'owner', isAfterCrash })
}

/** How long each log is; each is without a gap. */
function lengthsOf({ events }: Store, ids: readonly SessionId[]): number[] {
  return ids.map((id) => {
    const seqs = [...events.read(id)].flat().map(({ seq }) => seq)
    expect(seqs).toEqual(seqs.map((_, index) => index + 1))
    return seqs.length
  })
}

test('a store that was cut in the middle is set aside, and what can be read of it is saved', async () => {
  await using fixture = await openFixture()
  const ids = await fill(fixture, 6)
  const file = await close(fixture)
  const { size } = statSync(file)
  truncateSync(file, Math.floor(size / 2 / PAGE) * PAGE)
  await using store = await open(fixture.dataDir, false)
  const lengths = lengthsOf(store, ids)
  expect(lengths[0]).toBe(401)
  expect(lengths.at(-1)).toBeLessThan(401)
  const saved = lengths.filter((length) => length > 0)
  expect(store.sessions.list()).toHaveLength(saved.length)
  expect(store.notice).toContain(`The store was damaged: ${saved.length} sessions were saved`)
  const [aside = ''] = readdirSync(fixture.dataDir).filter((name) => /\.damaged-/.test(name))
  expect(store.notice).toContain(aside)
  expect(statSync(join(fixture.dataDir, aside)).size).toBe(Math.floor(size / 2 / PAGE) * PAGE)
  const [first] = ids
  if (first) await store.events.append(first, [note('on')])
})

test('after a crash a store is read whole: around what is damaged, everything is saved', async () => {
  await using fixture = await openFixture()
  const ids = await fill(fixture, 6)
  const file = await close(fixture)
  overwrite(file, Math.floor(statSync(file).size / 2 / PAGE) * PAGE, 2 * PAGE)
  await using store = await open(fixture.dataDir, true)
  const lengths = lengthsOf(store, ids)
  expect(lengths.filter((length) => length === 401).length).toBeGreaterThanOrEqual(4)
  expect(store.notice).toMatch(/The store was damaged: 6 sessions were saved/)
  expect(store.settings.read().theme).toBe('dark')
})

test('a sound store is opened as it is, also after a crash', async () => {
  await using fixture = await openFixture()
  const ids = await fill(fixture, 1)
  await close(fixture)
  await using store = await open(fixture.dataDir, true)
  expect(store.notice).toBeUndefined()
  expect(lengthsOf(store, ids)).toEqual([401])
  expect(existsSync(join(fixture.dataDir, 'orrery.db-damaged'))).toBe(false)
})
