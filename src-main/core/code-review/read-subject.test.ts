import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { git, writeFiles } from '../../../test/support/test-workspace.ts'
import { findBase } from './read-subject.ts'

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-base-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function openRepository(branch: string): string {
  const root = openFolder()
  writeFiles(root, { 'a.txt': 'a' })
  git(root, 'init', '-q', '-b', branch)
  git(root, 'add', '-A')
  git(root, '-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '-qm', 'one')
  return root
}

test('a copy’s others begin from what its origin says', async () => {
  const origin = openRepository('release')
  git(origin, 'branch', 'main')
  const copy = join(openFolder(), 'copy')
  git(origin, 'clone', '-q', origin, copy)
  git(copy, 'checkout', '-qb', 'mine')
  expect(await findBase(copy)).toBe('release')
})

test('where no origin says so, it is a branch of a usual name, or none', async () => {
  const root = openRepository('master')
  git(root, 'checkout', '-qb', 'mine')
  expect(await findBase(root)).toBe('master')
  git(root, 'branch', 'main')
  expect(await findBase(root)).toBe('main')
  expect(await findBase(openRepository('mine'))).toBeUndefined()
  expect(await findBase(openFolder())).toBeUndefined()
})
