import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/store-fixture.ts'
import { beginRepository, findConditions } from './folder-conditions.ts'

test('a folder is told what it lacks of git, until something is committed', async () => {
  using folder = temporaryFolder()
  using other = temporaryFolder()
  const types = async (dataDir = other.path) =>
    (await findConditions(folder.path, dataDir)).map(({ type }) => type)
  expect(await types()).toEqual(['no-repository'])
  await beginRepository(folder.path)
  expect(await types()).toEqual(['no-commit'])
  writeFileSync(join(folder.path, 'a.txt'), 'a')
  const asSomebody = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com']
  const git = (...args: readonly string[]) => execFileSync('git', [...args], { cwd: folder.path })
  git('add', '.')
  git(...asSomebody, 'commit', '--quiet', '-m', 'First')
  expect(await types()).toEqual([])
  mkdirSync(join(folder.path, 'data'))
  expect(await types(join(folder.path, 'data'))).toEqual(['data-folder'])
})

test('a repository that can’t be made is a sentence', async () => {
  using folder = temporaryFolder()
  writeFileSync(join(folder.path, '.git'), 'not a place')
  await expect(beginRepository(folder.path)).rejects.toMatchObject({ code: 'unavailable' })
})
