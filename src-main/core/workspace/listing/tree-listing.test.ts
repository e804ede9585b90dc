import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { git, writeFiles } from '../../../../test/support/test-workspace.ts'
import { listFiles, listIgnoredFolders } from './tree-listing.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

function makeFolder(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-listing-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFiles(root, { '.gitignore': '*.log\nout/\n', '.env': 'x', 'a.ts': 'x', 'b.log': 'x' })
  writeFiles(root, { 'out/c.ts': 'x', 'node_modules/d.js': 'x', 'sub/e.ts': 'x' })
  writeFiles(root, { 'inner/f.ts': 'x' })
  git(join(root, 'inner'), 'init', '-q')
  symlinkSync('a.ts', join(root, 'link.ts'))
  return root
}

test.for(['with git', 'without git'])('lists a folder without a repository, %s', (which) => {
  const root = makeFolder()
  if (which === 'without git') vi.stubEnv('PATH', '')
  const all = ['.env', '.gitignore', 'a.ts', 'link.ts', 'sub/e.ts']
  expect([...listFiles(root)].toSorted()).toEqual(all)
  expect([...listFiles(root, ['sub', 'out', 'b.log'])]).toEqual(['sub/e.ts'])
})

test('a repository above that ignores the project hides no changes in it', () => {
  const top = makeFolder()
  git(top, 'init', '-q')
  writeFiles(top, { '.gitignore': '*\n', 'sub/.gitignore': 'made/\n', 'sub/made/x.ts': 'x' })
  expect(listIgnoredFolders(join(top, 'sub'))).toEqual(['made'])
  expect([...listFiles(join(top, 'sub'))].toSorted()).toEqual(['.gitignore', 'e.ts'])
})
