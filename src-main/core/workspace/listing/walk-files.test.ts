import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeFiles } from '../../../../test/support/test-workspace.ts'
import { Confinement } from '../paths/confinement.ts'
import { FileWalk } from './walk-files.ts'

async function list(walk: FileWalk): Promise<readonly string[]> {
  const paths: string[] = []
  const listed = walk.list({ relative: '', args: ['--files', '--null'] })
  for await (const files of listed) paths.push(...files)
  return paths
}

function createProject(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-walk-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFiles(root, { 'a.txt': '', 'sub/b.txt': '' })
  return root
}

test.skipIf(process.platform === 'win32')(
  'stops with a reason when an ignore file is a pipe that nobody writes to',
  async () => {
    const root = createProject()
    execFileSync('mkfifo', [join(root, 'sub/.gitignore')])
    await using walk = new FileWalk(new Confinement(root), { silentMs: 100 })
    await expect(list(walk)).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('sub/.gitignore is a pipe'),
    })
  },
)

test('stops with a reason when an ignore file takes too long to read', async () => {
  const root = createProject()
  writeFiles(root, { 'sub/.ignore': '/some/*/pattern-x\n'.repeat(1_500_000) })
  await using walk = new FileWalk(new Confinement(root), { silentMs: 100 })
  await expect(list(walk)).rejects.toThrow('sub/.ignore is a pipe, or larger')
})

test('applies the same ignore files to every walk', async () => {
  const root = createProject()
  writeFiles(root, { '.gitignore': 'a.txt\n' })
  await using walk = new FileWalk(new Confinement(root))
  expect(await list(walk)).toEqual(['sub/b.txt'])
  expect(await list(walk)).toEqual(['sub/b.txt'])
  expect(await walk.keepInside(['sub/b.txt', 'sub/c.txt'])).toEqual(['sub/b.txt'])
})
