import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createBench, git, writeFiles } from '../../../test/support/test-workspace.ts'
import { releasePipes } from './release-pipes.ts'

const FILES = { 'a.txt': 'a', 'one/b.txt': 'b', 'one/two/c.txt': 'c' }

function makePipes(root: string): void {
  for (const folder of ['.', 'one', 'one/two']) {
    execFileSync('mkfifo', [join(root, folder, '.gitignore')])
  }
}

test.skipIf(process.platform === 'win32')(
  'lets git read pipes that nobody writes to as empty files',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'orrery-pipes-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    writeFiles(root, FILES)
    git(root, 'init', '-q')
    makePipes(root)
    using _ = releasePipes(root, { afterMs: 50 })
    const args = ['ls-files', '-o', '--exclude-standard']
    const { stdout } = await promisify(execFile)('git', args, { cwd: root })
    expect(stdout.split('\n')).toEqual(['a.txt', 'one/b.txt', 'one/two/c.txt', ''])
  },
)

test.skipIf(process.platform === 'win32')(
  'a project with pipes in place of ignore files can be recorded',
  async () => {
    await using bench = await createBench((root) => writeFiles(root, FILES))
    makePipes(bench.root)
    await bench.workspace.snapshot()
    expect(await bench.recorded()).toMatchObject({ 'a.txt': 'a', 'one/two/c.txt': 'c' })
  },
)
