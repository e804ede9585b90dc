import { execFileSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { note, openFixture } from '../../../test/support/store-fixture.ts'
import { systemClock } from '../../core/runtime/clock.ts'
import { describeFileError } from '../../core/store/database/store-error.ts'
import { openOwnStore } from '../../core/store/store.ts'
import { findCommand } from '../commands.ts'

interface ClosedStore extends AsyncDisposable {
  readonly dataDir: string
  readonly file: string
}

/** A store with one session that its owner has closed. */
async function openClosedStore(): Promise<ClosedStore> {
  const fixture = await openFixture()
  const { dataDir } = fixture
  const id = await fixture.newSession()
  await fixture.store.events.append(id, [note('kept')])
  await fixture.store[Symbol.asyncDispose]()
  await using owned = new AsyncDisposableStack()
  // Writes the note that a store was closed.
  await openOwnStore({ dataDir, clock: systemClock, isAfterCrash: false }, owned)
  return {
    dataDir,
    file: join(dataDir, 'orrery.db'),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  }
}

/** Returns what a command prints, or why it failed. */
async function run(name: string, args: readonly string[], dataDir: string): Promise<string> {
  const command = await findCommand(name)?.load()
  using output = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  try {
    await command?.run([...args, '--data-dir', dataDir])
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return `failed: ${describeFileError(error) ?? message}`
  }
  const lines = output.mock.calls.flat().join('\n').split('\n')
  // Names of variables may look like codes of errors.
  return lines.filter((line) => !line.startsWith('ok  environment')).join('\n')
}

function makePipe(path: string): void {
  execFileSync('mkfifo', [path])
}

function makeFolder(path: string): void {
  mkdirSync(path)
  writeFileSync(join(path, 'a'), 'a')
}

interface Oddity {
  readonly name: string
  /** Makes it. Returns the path that a message has to name. */
  readonly make: (store: ClosedStore) => string
}

function replaceStore(name: string, make: (file: string) => void): Oddity {
  return {
    name,
    make: ({ file }) => {
      rmSync(file)
      make(file)
      return file
    },
  }
}

const inPlaceOfStore: readonly Oddity[] = [
  replaceStore('a link to nothing', (file) => symlinkSync('/nonexistent/orrery.db', file)),
  replaceStore('a link to itself', (file) => symlinkSync('orrery.db', file)),
  replaceStore('a named pipe', makePipe),
  replaceStore('a link to a named pipe', (file) => {
    makePipe(`${file}.pipe`)
    symlinkSync(`${file}.pipe`, file)
  }),
  replaceStore('a link to a folder', (file) => {
    makeFolder(`${file}.folder`)
    symlinkSync(`${file}.folder`, file)
  }),
]

function besideStore(suffix: string, make: (path: string) => void): Oddity {
  return {
    name: `${make === makePipe ? 'a named pipe' : 'a folder'} called orrery.db${suffix}`,
    make: ({ file }) => {
      rmSync(file + suffix, { force: true })
      make(file + suffix)
      return file + suffix
    },
  }
}

const inPlaceOfCompanion: readonly Oddity[] = [
  besideStore('-wal', makeFolder),
  besideStore('-wal', makePipe),
  besideStore('-shm', makeFolder),
]

const readingCommands = ['sessions', 'doctor', 'store', 'backup'] as const
const RAW = /SQLITE|\bE[A-Z]{3,}\b|malformed|disk I\/O|unable to open|went wrong/

test.skipIf(process.platform === 'win32').for([...inPlaceOfStore, ...inPlaceOfCompanion])(
  'every command names $name and what to do, and leaves it there',
  async ({ make }) => {
    await using store = await openClosedStore()
    const path = make(store)
    const before = lstatSync(path).ino
    for (const name of [...readingCommands, 'rescue']) {
      const args = name === 'backup' ? [join(store.dataDir, 'backup')] : []
      const output = await run(name, args, store.dataDir)
      expect(output, name).toContain(path)
      expect(output, name).toMatch(/Move it away|[Dd]elete the link/)
      // Folders have random names, which may look like anything.
      expect(output.replaceAll(store.dataDir, ''), name).not.toMatch(RAW)
    }
    expect(lstatSync(path).ino).toBe(before)
  },
)

test.for([
  'orrery.db-damaged',
  'orrery.db.salvaged',
  'orrery.db.restored',
  'orrery.db.new',
  'closed.json',
  'owner.json',
  'owner.lock',
])('a folder called %s doesn’t keep readers from reading, and an owner names it', async (name) => {
  await using store = await openClosedStore()
  const path = join(store.dataDir, name)
  rmSync(path, { force: true })
  makeFolder(path)
  expect(await run('sessions', [], store.dataDir)).toMatch(/^ses_/)
  const output = await run('rescue', [], store.dataDir)
  expect(output).toBe(
    `failed: ${path} is a folder, but Orrery needs a file with this name. Move it away, then try again.`,
  )
})

test('a folder in the store’s place is set aside by a rescue alone', async () => {
  await using store = await openClosedStore()
  rmSync(store.file)
  rmSync(join(store.dataDir, 'closed.json'))
  makeFolder(store.file)
  await using owned = new AsyncDisposableStack()
  const { dataDir } = store
  await expect(openOwnStore({ dataDir, clock: systemClock }, owned)).rejects.toThrow(
    `${store.file} is a folder`,
  )
  expect(await run('sessions', [], dataDir)).toContain('orrery rescue')
  expect(await run('rescue', [], dataDir)).toContain('is kept as')
  expect(await run('sessions', [], dataDir)).toBe(
    'There are no sessions yet. Start one: orrery run "…"',
  )
  const [aside = 'none'] = readdirSync(dataDir).filter((name) => name.includes('.damaged-'))
  expect(existsSync(join(dataDir, aside, 'a'))).toBe(true)
})

test('a rollback journal is set aside under a name that is free', async () => {
  await using store = await openClosedStore()
  const texts = ['first', 'second', 'third']
  for (const text of texts) {
    writeFileSync(`${store.file}-journal`, text)
    expect(await run('sessions', [], store.dataDir)).toMatch(/^ses_/)
    expect(await run('rescue', [], store.dataDir)).toBe('The store isn’t damaged (1 session).')
  }
  const kept = readdirSync(store.dataDir).filter((name) => /\.damaged-.*-journal$/.test(name))
  expect(kept).toHaveLength(texts.length)
})

test('a log that another store left beside this one is named by readers, and set aside', async () => {
  await using store = await openClosedStore()
  await using other = await openFixture()
  await other.newSession()
  rmSync(`${store.file}-wal`, { force: true })
  rmSync(`${store.file}-shm`, { force: true })
  linkSync(join(other.dataDir, 'orrery.db-wal'), `${store.file}-wal`)
  for (const name of ['sessions', 'doctor', 'store']) {
    const output = await run(name, [], store.dataDir)
    expect(output, name).toContain('orrery.db-wal')
    expect(output, name).toContain('orrery rescue')
  }
  expect(await run('rescue', [], store.dataDir)).toContain('was renamed to')
  expect(await run('sessions', [], store.dataDir)).toMatch(/^ses_/)
})

test('commands say that another program has locked the store', async () => {
  await using store = await openClosedStore()
  using locking = new DisposableStack()
  const db = locking.adopt(new Database(store.file), (one) => one.close())
  db.pragma('locking_mode = EXCLUSIVE')
  db.exec('BEGIN EXCLUSIVE; CREATE TABLE other (id INTEGER)')
  for (const name of ['sessions', 'doctor', 'rescue']) {
    const output = await run(name, [], store.dataDir)
    expect(output, name).toContain(`Another program has locked ${store.file}.`)
    expect(output, name).not.toMatch(RAW)
  }
})

test('an owner says that another program writes the store, and waits for a short while', async () => {
  await using store = await openClosedStore()
  using locking = new DisposableStack()
  const db = locking.adopt(new Database(store.file), (one) => one.close())
  db.exec('BEGIN EXCLUSIVE')
  expect(await run('rescue', [], store.dataDir)).toContain('Another program has locked')
  expect(await run('sessions', [], store.dataDir)).toMatch(/^ses_/)

  const rescued = run('rescue', [], store.dataDir)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  db.exec('ROLLBACK')
  expect(await rescued).toBe('The store isn’t damaged (1 session).')
})
