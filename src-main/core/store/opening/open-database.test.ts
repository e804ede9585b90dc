import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { SessionId } from '#shared/lib/ids.ts'
import { limitFiles } from '../../../../test/support/limit-files.ts'
import { note, openFixture, temporaryFolder } from '../../../../test/support/store-fixture.ts'
import { systemClock } from '../../runtime/clock.ts'
import { migrations } from '../migrations/index.ts'
import { schemaVersion } from '../migrations/run-migrations.ts'
import { openStore } from '../store.ts'
import { hasStore, openForOwner, openForReader } from './open-database.ts'

const later = [
  ...migrations,
  'CREATE TABLE later (id INTEGER) STRICT',
  'INSERT INTO later VALUES (1)',
]
const fixtures = new URL('../migrations/fixtures/', import.meta.url)

test.each(readdirSync(fixtures))('a store as %s made it opens, with all it held', async (name) => {
  using folder = temporaryFolder()
  const db = new Database(join(folder.path, 'orrery.db'))
  db.exec(readFileSync(new URL(name, fixtures), 'utf8'))
  db.close()
  await using store = await openStore({ dataDir: folder.path, clock: systemClock, mode: 'owner' })
  const id = 'ses_fixture' as SessionId
  expect([...store.events.read(id)].flat().map(({ kind }) => kind)).toEqual([
    'session.created',
    'tool.progressed',
  ])
  expect(store.summaries.list()).toMatchObject([{ id, title: 'New session', lastSeq: 2 }])
  expect(store.documents.read(id, '/plan.md')?.text).toBe('plan')
  expect(store.settings.read()).toMatchObject({ theme: 'dark' })
  await store.events.append(id, [note('today')])
})

test('a store is durable, in WAL mode, and can shrink', async () => {
  using folder = temporaryFolder()
  const db = await openForOwner(folder.path)
  const pragmas = ['journal_mode', 'synchronous', 'auto_vacuum', 'foreign_keys'].map((name) =>
    db.pragma(name, { simple: true }),
  )
  db.close()
  expect(pragmas).toEqual(['wal', 2, 2, 1])
})

test('an older store is backed up, then brought up to date', async () => {
  using folder = temporaryFolder()
  ;(await openForOwner(folder.path)).close()
  const db = await openForOwner(folder.path, later)
  expect(db.prepare('SELECT id FROM later').pluck().all()).toEqual([1])
  db.close()
  const backup = new Database(join(folder.path, `orrery.db.before-${migrations.length + 1}`))
  expect(schemaVersion(backup)).toBe(migrations.length)
  backup.close()
})

test('a migration that fails changes nothing', async () => {
  using folder = temporaryFolder()
  ;(await openForOwner(folder.path)).close()
  const broken = [...migrations, 'CREATE TABLE later (id INTEGER) STRICT', 'CREATE nonsense']
  await expect(openForOwner(folder.path, broken)).rejects.toThrow()
  const db = await openForOwner(folder.path)
  expect(db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'later'`).all()).toEqual([])
  db.close()
})

test('what is not a store of ours is refused with a sentence, and left alone', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'orrery.db')
  const code = async (act: () => unknown) => {
    try {
      await act()
      return 'opened'
    } catch (error) {
      return Reflect.get(Object(error), 'code')
    }
  }
  expect(await code(() => openForReader(join(folder.path, 'none')))).toBe('unavailable')
  expect(existsSync(join(folder.path, 'none'))).toBe(false)
  writeFileSync(file, 'This is a letter, not a database. '.repeat(200))
  expect(await code(() => openForOwner(folder.path))).toBe('unavailable')
  expect(await code(() => openForReader(folder.path))).toBe('unavailable')
  expect(await code(() => openForOwner(join(file, 'below')))).toBe('unavailable')
  expect(readFileSync(file, 'utf8')).toMatch(/^This is a letter/)

  const others = join(folder.path, 'others')
  mkdirSync(others)
  const db = new Database(join(others, 'orrery.db'))
  db.exec('CREATE TABLE theirs (id INTEGER)')
  db.close()
  expect(await code(() => openForOwner(others))).toBe('unsupported')
  expect(await code(() => openForReader(others))).toBe('unsupported')
})

test('a newer store is refused by both, an older one by a reader', async () => {
  using folder = temporaryFolder()
  ;(await openForOwner(folder.path)).close()
  expect(() => openForReader(folder.path, later)).toThrow(/older Orrery\. Start Orrery once/)
  ;(await openForOwner(folder.path, later)).close()
  await expect(openForOwner(folder.path)).rejects.toMatchObject({ code: 'unsupported' })
  expect(() => openForReader(folder.path)).toThrow(/newer Orrery/)
})

test('a reader sees what an owner in another connection goes on writing, and can’t write', async () => {
  await using fixture = await openFixture()
  const { dataDir, clock } = fixture
  const id = await fixture.newSession()
  await using reader = await openStore({ dataDir, clock, mode: 'reader' })
  expect(reader.events.lastSeq(id)).toBe(1)
  await fixture.store.events.append(id, [note('more')])
  expect(reader.events.lastSeq(id)).toBe(2)
  expect(reader.summaries.list()).toMatchObject([{ id, lastSeq: 2 }])
  await expect(reader.events.append(id, [note('no')])).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect(hasStore(dataDir)).toBe(true)
})

const reading = `
  import { openStore } from ${JSON.stringify(fileURLToPath(new URL('../store.ts', import.meta.url)))}
  const [, dataDir, id] = process.argv
  const clock = { now: () => 0 }
  await using store = await openStore({ dataDir, clock, mode: 'reader' })
  console.log(store.events.lastSeq(id), store.summaries.list().length)
`

/** Reads a session in a process without root's permissions. */
function readAsNobody(dataDir: string, id: SessionId) {
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const args = ['--input-type=module', '-e', reading, dataDir, id]
  return spawnSync(process.execPath, args, { ...nobody, encoding: 'utf8' })
}

test('a reader reads from a folder it may not write, whether or not an owner is there', async () => {
  await using fixture = await openFixture()
  const { dataDir } = fixture
  const id = await fixture.newSession()
  const readUnprivileged = () => {
    const mode = statSync(dataDir).mode
    chmodSync(dataDir, 0o555)
    const { stdout, stderr } = readAsNobody(dataDir, id)
    chmodSync(dataDir, mode)
    return stdout + stderr
  }
  expect(readUnprivileged()).toBe('1 1\n')
  await fixture.store[Symbol.asyncDispose]()
  const before = readFileSync(join(dataDir, 'orrery.db'))
  expect(readUnprivileged()).toBe('1 1\n')
  expect(readdirSync(dataDir)).toEqual(['.gitignore', 'orrery.db'])
  expect(readFileSync(join(dataDir, 'orrery.db')).equals(before)).toBe(true)
  await fixture.reopen()
})

test.skipIf(process.platform !== 'linux')(
  'a reader reads a store on a full disk, with its write-ahead log',
  async () => {
    await using fixture = await openFixture()
    using folder = temporaryFolder()
    const id = await fixture.newSession()
    await fixture.reopen()
    await fixture.store.events.append(id, [note('in the write-ahead log')])
    for (const name of ['orrery.db', 'orrery.db-wal']) {
      copyFileSync(join(fixture.dataDir, name), join(folder.path, name))
    }
    using _full = limitFiles(1_000)
    await using reader = await openStore({
      dataDir: folder.path,
      clock: systemClock,
      mode: 'reader',
    })
    expect(reader.events.lastSeq(id)).toBe(2)
    expect([...reader.events.read(id)].flat().map(({ kind }) => kind)).toEqual([
      'session.created',
      'tool.progressed',
    ])
    expect(reader.summaries.list()).toMatchObject([{ id, lastSeq: 2 }])
  },
)

test.skipIf(process.platform === 'win32' || process.getuid?.() !== 0)(
  'a file of the store that may not be read is named with what to do',
  async () => {
    await using fixture = await openFixture()
    const id = await fixture.newSession()
    for (const name of ['orrery.db', 'orrery.db-wal']) {
      const file = join(fixture.dataDir, name)
      const { mode } = statSync(file)
      chmodSync(fixture.dataDir, 0o755)
      chmodSync(file, 0o600)
      const { stderr } = readAsNobody(fixture.dataDir, id)
      expect(stderr).toContain(
        `Can’t use ${file}: permission denied. Check its permissions and those of its folder.`,
      )
      chmodSync(file, mode)
    }
  },
)

test.skipIf(process.platform !== 'linux')(
  'a disk without room for a new store is a sentence, and nothing is left of the try',
  async () => {
    using folder = temporaryFolder()
    {
      using _full = limitFiles(20_000)
      await expect(openForOwner(folder.path)).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(/^The disk /),
      })
    }
    expect(readdirSync(folder.path)).toEqual([])
  },
)
