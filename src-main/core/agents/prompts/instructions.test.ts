import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/support/store-fixture.ts'
import { writeFiles } from '../../../../test/support/test-workspace.ts'
import { findRepository } from '../../git/run-git.ts'
import { ConfigFolder } from '../../workspace/files/config-folder.ts'
import { readInstructions } from './instructions.ts'

test('instructions of the folders above the project are told, up to its repository', async () => {
  const files = {
    'AGENTS.md': 'Outside of the repository.',
    'repo/.git/HEAD': 'ref: refs/heads/main\n',
    'repo/AGENTS.md': 'Use tabs. @docs/style.md',
    'repo/docs/style.md': 'No default exports.',
    'repo/packages/CLAUDE.md': 'Packages have tests.',
    'repo/packages/one/AGENTS.md': 'This is one.',
  }
  using folder = temporaryFolder()
  writeFiles(folder.path, files)
  const open = (root: string) => new ConfigFolder(root, { isConfined: true })
  const project = open(join(folder.path, 'repo/packages/one'))
  const parts = await readInstructions({ home: open(join(folder.path, 'repo/docs')), project })
  expect(parts.map(({ title, text }) => [title, text.split('\n')[1]])).toEqual([
    ['../../AGENTS.md', 'Use tabs. @docs/style.md'],
    ['../../docs/style.md', 'No default exports.'],
    ['../CLAUDE.md', 'Packages have tests.'],
    ['AGENTS.md', 'This is one.'],
  ])
})

test('a project that is a repository of its own is told nothing from above', async () => {
  using folder = temporaryFolder()
  const git = { '.git/HEAD': 'ref: refs/heads/main\n', 'one/.git': 'gitdir: elsewhere\n' }
  writeFiles(folder.path, {
    ...git,
    'AGENTS.md': 'Of the outer.',
    'one/AGENTS.md': 'Of the inner.',
  })
  const base = new ConfigFolder(join(folder.path, 'one'), { isConfined: true })
  const parts = await readInstructions({ home: base, project: base })
  expect(parts.map(({ title, text }) => [title, text !== ''])).toEqual([['~/AGENTS.md', true]])
})

test.runIf(process.getuid?.() === 0)('a repository of another user counts as none', async () => {
  using folder = temporaryFolder()
  writeFiles(folder.path, { '.git/HEAD': 'ref: refs/heads/main\n', 'one/a.txt': 'a' })
  expect(await findRepository(join(folder.path, 'one'))).toBe(folder.path)
  chownSync(join(folder.path, '.git'), 12_345, 12_345)
  expect(await findRepository(join(folder.path, 'one'))).toBeUndefined()
})
