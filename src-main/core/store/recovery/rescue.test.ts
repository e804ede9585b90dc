import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import type { SessionId } from '#shared/lib/ids.ts'
import { limitFiles } from '../../../../test/support/limit-files.ts'
import {
  note,
  openFixture,
  type StoreFixture,
  temporaryFolder,
} from '../../../../test/support/store-fixture.ts'
import { systemClock } from '../../runtime/clock.ts'
import { openStore, type Store } from '../store.ts'

const PAGE = 4096
const program = fileURLToPath(
  new URL('../../../../test/support/rescuing-process.ts', import.meta.url),
)

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
  expect(store.notice).toContain(`The store was damaged. ${saved.length} sessions were recovered`)
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
  expect(store.notice).toMatch(/The store was damaged. 6 sessions were recovered/)
  expect(store.settings.read().theme).toBe('dark')
})

test('keeps the events after damaged pages, and fills the gap with lost events', async () => {
  await using fixture = await openFixture()
  const [id] = await fill(fixture, 1)
  if (!id) throw new Error('no session')
  const file = await close(fixture)
  overwrite(file, Math.floor(statSync(file).size / 2 / PAGE) * PAGE, 12 * PAGE)
  await using store = await open(fixture.dataDir, true)
  const kinds = [...store.events.read(id)].flat().map(({ kind }) => kind)
  const lost = kinds.filter((kind) => kind === 'event.lost')
  expect(kinds).toHaveLength(401)
  expect(lost.length).toBeGreaterThan(0)
  expect(lost.length).toBeLessThan(200)
  expect(kinds.at(-1)).toBe('tool.progressed')
  expect(store.notice).toContain(
    `1 session was recovered (1 incomplete: ${lost.length} events lost)`,
  )
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

/** With a stretch in its middle overwritten. */
async function damage(fixture: StoreFixture): Promise<string> {
  const file = await close(fixture)
  overwrite(file, Math.floor(statSync(file).size / 2 / PAGE) * PAGE, 2 * PAGE)
  return file
}

test('a rescue that was cut off is done again, or ended where all had been saved', async () => {
  await using fixture = await openFixture()
  const ids = await fill(fixture, 6)
  const file = await damage(fixture)
  const draft = `${file}.salvaged`
  writeFileSync(draft, 'the first part of it')
  writeFileSync(`${draft}-journal`, 'what undoes that')
  {
    await using store = await open(fixture.dataDir, true)
    expect(lengthsOf(store, ids).filter((length) => length > 0)).toHaveLength(6)
    expect(store.notice).toContain('6 sessions were recovered')
  }
  expect(existsSync(draft)).toBe(false)
  renameSync(file, draft)
  await using store = await open(fixture.dataDir, true)
  expect(lengthsOf(store, ids).filter((length) => length > 0)).toHaveLength(6)
  expect(store.notice).toContain('Its readable data was recovered')
  expect(readdirSync(fixture.dataDir).filter((name) => name.includes('salvaged'))).toEqual([])
})

test('a rescue that is killed loses nothing', async () => {
  await using fixture = await openFixture()
  const ids = await fill(fixture, 6)
  const file = await damage(fixture)
  const before = readFileSync(file)
  const child = spawn(process.execPath, [program, fixture.dataDir], { stdio: 'inherit' })
  await vi.waitUntil(() => existsSync(`${file}.salvaged`), { timeout: 60_000, interval: 1 })
  child.kill('SIGKILL')
  await once(child, 'exit')
  const files = readdirSync(fixture.dataDir).filter((name) => name.startsWith('orrery.db'))
  const left = files.map((name) => readFileSync(join(fixture.dataDir, name)))
  expect(left.some((content) => content.equals(before))).toBe(true)
  await using store = await open(fixture.dataDir, true)
  expect(lengthsOf(store, ids).filter((length) => length > 0)).toHaveLength(6)
})

test.skipIf(process.platform !== 'linux')(
  'a disk that gets full during a rescue is said, and leaves the store as it was',
  async () => {
    await using fixture = await openFixture()
    const [id] = await fill(fixture, 6)
    if (!id) throw new Error('it has sessions')
    // More than SQLite keeps in memory until the end.
    for (let part = 1; part <= 8; part += 1) fixture.store.blobs.put(id, randomBytes(3_000_000))
    const file = await damage(fixture)
    const before = readFileSync(file)
    {
      using _full = limitFiles(200_000)
      await expect(open(fixture.dataDir, true)).rejects.toThrow(
        /^The store is damaged, and its data can’t be recovered. Nothing was changed. The disk /,
      )
    }
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(readdirSync(fixture.dataDir).filter((name) => /salvaged|damaged-/.test(name))).toEqual(
      [],
    )
    await using store = await open(fixture.dataDir, false)
    expect(store.notice).toContain('6 sessions were recovered')
  },
)

test('a store that was cut to nothing, or whose header is broken, is said to be damaged', async () => {
  await using fixture = await openFixture()
  await fixture.newSession()
  const file = await close(fixture)
  for (const ruin of [() => truncateSync(file, 0), () => overwrite(file, 0, 100)]) {
    ruin()
    await using store = await open(fixture.dataDir, false)
    expect(store.notice).toContain('The store was damaged. 0 sessions were recovered')
    expect(store.sessions.list()).toEqual([])
  }
  expect(readdirSync(fixture.dataDir).filter((name) => /\.damaged-/.test(name))).toHaveLength(2)
})

test('what never was a store is not touched', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'orrery.db')
  writeFileSync(file, 'a novel in verse')
  await expect(open(folder.path, false)).rejects.toThrow('is not an Orrery store')
  expect(readFileSync(file, 'utf8')).toBe('a novel in verse')
  expect(readdirSync(folder.path)).toEqual(['orrery.db'])
})

test('damage that a read meets is said, and has the store read whole at the next start', async () => {
  await using fixture = await openFixture()
  const ids = await fill(fixture, 6)
  const file = await damage(fixture)
  {
    await using store = await open(fixture.dataDir, false)
    expect(store.notice).toBeUndefined()
    expect(existsSync(`${file}-damaged`)).toBe(false)
    expect(() => lengthsOf(store, ids)).toThrow(
      expect.objectContaining({
        code: 'unavailable',
        message: expect.stringContaining('The store is damaged. Restart Orrery'),
      }),
    )
    expect(existsSync(`${file}-damaged`)).toBe(true)
  }
  await using store = await open(fixture.dataDir, false)
  expect(store.notice).toContain('6 sessions were recovered')
  expect(existsSync(`${file}-damaged`)).toBe(false)
})
