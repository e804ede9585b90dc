import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/store-fixture.ts'
import { hashOf } from '../runtime/ids.ts'
import { bringTo } from './bring-to.ts'

const PLANTED = Buffer.from('planted\n')
const ABOVE = Buffer.from('..')
const planted = { hash: hashOf(PLANTED), size: PLANTED.length, mode: 0o100755 }
const link = { hash: hashOf(ABOVE), size: ABOVE.length, mode: 0o120000 }

/** Paths that no recording of a project holds, but one that somebody else wrote may. */
const FOREIGN = [
  '../outside.txt',
  'sub/../../outside.txt',
  'link/outside.txt',
  'link/kept.txt',
  '/outside.txt',
  '..',
  'a\0.txt',
  '.git/hooks/post-checkout',
  '.GIT/config',
  'sub/.git./config',
]

// CVE-2025-48387 (tar-fs) and CVE-2026-44471 (gitoxide): entries led out of the folder, some of them by a link.
test('restores files of a recording inside the folder alone, and none of git’s', async () => {
  using temporary = temporaryFolder()
  const root = join(temporary.path, 'project')
  mkdirSync(join(root, '.git/hooks'), { recursive: true })
  writeFileSync(join(temporary.path, 'kept.txt'), 'kept')
  const files = Object.fromEntries(['sub/inside.txt', ...FOREIGN].map((path) => [path, planted]))
  const tree = Buffer.from(JSON.stringify({ link, ...files }))
  const find = async (hash: string) => (hash === link.hash ? ABOVE : PLANTED)
  const notRestored = await bringTo(root, { tree, changes: {}, kept: [] }, find)
  expect(notRestored.toSorted()).toEqual(FOREIGN.toSorted())
  expect(readFileSync(join(root, 'sub/inside.txt'), 'utf8')).toBe('planted\n')
  expect(readFileSync(join(temporary.path, 'kept.txt'), 'utf8')).toBe('kept')
  const made = ['outside.txt', 'project/outside.txt', 'project/.git/hooks/post-checkout']
  expect(made.filter((path) => existsSync(join(temporary.path, path)))).toEqual([])
})
