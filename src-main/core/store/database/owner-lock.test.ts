import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { limitFiles } from '../../../../test/support/limit-files.ts'
import { temporaryFolder } from '../../../../test/support/store-fixture.ts'
import { findOwner, isOwned, OwnerLock } from './owner-lock.ts'

const self = { socket: '/tmp/a.sock', face: 'serve' }
const module = fileURLToPath(new URL('./owner-lock.ts', import.meta.url))
const owning = `
  import { OwnerLock } from ${JSON.stringify(module)}
  const lock = OwnerLock.acquire(process.argv[1], { socket: 'theirs', face: 'window' })
  console.log(lock instanceof OwnerLock)
  setInterval(() => lock, 1000)
`

test('a folder has one owner at a time, who says how to reach it', () => {
  using folder = temporaryFolder()
  const dataDir = join(folder.path, 'new')
  const lock = OwnerLock.acquire(dataDir, self)
  if (!(lock instanceof OwnerLock)) throw new Error('the lock is free')
  const owner = { ...self, pid: process.pid, startedAt: expect.any(Number) }
  expect(OwnerLock.acquire(dataDir, { socket: 'other', face: 'run' })).toEqual(owner)
  expect(statSync(join(dataDir, 'owner.json')).mode & 0o777).toBe(0o600)
  lock[Symbol.dispose]()
  expect(findOwner(dataDir)).toBeUndefined()
  using again = OwnerLock.acquire(dataDir, self) as OwnerLock
  expect(again).toBeInstanceOf(OwnerLock)
})

test('an owner that is killed leaves the folder free', async () => {
  using folder = temporaryFolder()
  const child = spawn(process.execPath, ['--input-type=module', '-e', owning, folder.path])
  const [line] = await once(child.stdout, 'data')
  expect(String(line)).toBe('true\n')
  expect(OwnerLock.acquire(folder.path, self)).toMatchObject({ pid: child.pid, face: 'window' })
  child.kill('SIGKILL')
  await once(child, 'exit')
  using lock = OwnerLock.acquire(folder.path, self) as OwnerLock
  expect(lock).toBeInstanceOf(OwnerLock)
  expect(JSON.parse(readFileSync(join(folder.path, 'owner.json'), 'utf8'))).toMatchObject(self)
})

test('an owner that has not said how to reach it is nobody yet', () => {
  using folder = temporaryFolder()
  using _lock = OwnerLock.acquire(folder.path, self) as OwnerLock
  const note = join(folder.path, 'owner.json')
  writeFileSync(note, 'not json')
  expect(OwnerLock.acquire(folder.path, self)).toBeUndefined()
  rmSync(note)
  expect(OwnerLock.acquire(folder.path, self)).toBeUndefined()
})

test('names a folder in the place of its files and what to do', () => {
  for (const name of ['owner.lock', 'owner.json']) {
    using folder = temporaryFolder()
    mkdirSync(join(folder.path, name))
    const sentence = `${join(folder.path, name)} is a folder, but Orrery needs a file with this name. Move it away, then try again.`
    expect(() => OwnerLock.acquire(folder.path, self)).toThrow(sentence)
  }
})

test('whether a folder is owned is seen without taking it, whatever an owner that died has left', () => {
  using folder = temporaryFolder()
  expect(isOwned(folder.path)).toBe(false)
  {
    using _lock = OwnerLock.acquire(folder.path, self) as OwnerLock
    expect([isOwned(folder.path), isOwned(folder.path)]).toEqual([true, true])
    expect(OwnerLock.acquire(folder.path, self)).toMatchObject(self)
  }
  writeFileSync(join(folder.path, 'owner.json'), JSON.stringify({ ...self, pid: 1, startedAt: 0 }))
  expect(isOwned(folder.path)).toBe(false)
})

test('a folder that can’t be made is a sentence', () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'file')
  writeFileSync(file, '')
  expect(() => OwnerLock.acquire(join(file, 'data'), self)).toThrow(
    `The data folder ${join(file, 'data')} can’t be made.`,
  )
})

test.skipIf(process.platform !== 'linux')(
  'a disk that is full at the start is a sentence, and leaves the folder as free as it was',
  () => {
    using folder = temporaryFolder()
    const noteFile = join(folder.path, 'owner.json')
    writeFileSync(noteFile, 'of an owner that crashed')
    const sentence = `The disk is full: Orrery can’t begin in ${folder.path}.`
    for (const bytes of [10, 5_000]) {
      using _full = limitFiles(bytes)
      expect(() => OwnerLock.acquire(folder.path, { ...self, socket: 'x'.repeat(6_000) })).toThrow(
        sentence,
      )
    }
    expect(readdirSync(folder.path).sort()).toEqual(['owner.json', 'owner.lock'])
    using lock = OwnerLock.acquire(folder.path, self) as OwnerLock
    expect(lock).toBeInstanceOf(OwnerLock)
    expect(lock.isAfterCrash).toBe(true)
  },
)

test('replaces a damaged lock file', () => {
  using folder = temporaryFolder()
  writeFileSync(join(folder.path, 'owner.lock'), 'This is a letter, not a database. '.repeat(200))
  const got = OwnerLock.acquire(folder.path, { socket: 'none', face: 'test' })
  expect(got).toBeInstanceOf(OwnerLock)
  if (got instanceof OwnerLock) got[Symbol.dispose]()
})
