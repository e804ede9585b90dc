import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/support/store-fixture.ts'
import { Confinement } from '../paths/confinement.ts'
import { FileCache, findIdentity } from './file-identity.ts'

test('every change of a file changes its identity, whatever its times say', async () => {
  using folder = temporaryFolder()
  const inside = new Confinement(folder.path)
  const path = join(folder.path, 'a')
  expect(await findIdentity(inside, 'a')).toBeUndefined()
  const keys = new Set<string>()
  const note = async () => keys.add((await findIdentity(inside, 'a'))?.key ?? '')
  const at = new Date(1_000_000)
  writeFileSync(path, 'one')
  utimesSync(path, at, at)
  await note()
  writeFileSync(path, 'longer')
  utimesSync(path, at, at)
  await note()
  writeFileSync(join(folder.path, 'b'), 'others')
  utimesSync(join(folder.path, 'b'), at, at)
  renameSync(join(folder.path, 'b'), path)
  await note()
  expect(keys.size).toBe(3)
  expect((await findIdentity(inside, 'a'))?.isSettled).toBe(false)
})

test('a folder in a file’s place is an error', async () => {
  using folder = temporaryFolder()
  mkdirSync(join(folder.path, 'a'))
  await expect(findIdentity(new Confinement(folder.path), 'a')).rejects.toThrow('is a folder')
})

test('a cache forgets what has changed, what changed just now, and what was used least recently', () => {
  const cache = new FileCache<number>(2)
  const identity = (key: string) => ({ key, isSettled: true })
  cache.set('a', identity('1'), 1)
  cache.set('b', identity('1'), 2)
  expect(cache.find('a', identity('1'))).toBe(1)
  cache.set('c', identity('1'), 3)
  expect(['a', 'b', 'c'].map((file) => cache.find(file, identity('1')))).toEqual([1, undefined, 3])
  expect(cache.find('a', identity('2'))).toBeUndefined()
  expect(cache.find('a', identity('1'))).toBeUndefined()
  cache.set('c', { key: '2', isSettled: false }, 4)
  expect(cache.find('c', identity('2'))).toBeUndefined()
})
