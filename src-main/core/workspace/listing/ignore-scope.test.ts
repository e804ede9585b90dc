import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { git, writeFiles } from '../../../../test/support/test-workspace.ts'
import { openIgnoreScope } from './ignore-scope.ts'

/** The longest path on Linux. */
const MAX_PATH = 4095
const TEMPORARY = '/orrery-ignore-XXXXXX'.length

test.runIf(process.platform === 'linux')(
  'leaves no temporary folder behind when its rules can’t be written',
  async () => {
    const top = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-scope-')))
    onTestFinished(() => rmSync(top, { recursive: true, force: true }))
    writeFiles(top, { 'project/.gitignore': 'out/\n', 'project/sub/a.txt': '' })
    git(join(top, 'project'), 'init', '-q')
    // The path of a folder in it is as long as a path may be: no file fits in there.
    let folder = top
    while (folder.length < MAX_PATH - TEMPORARY) {
      const left = MAX_PATH - TEMPORARY - folder.length - 1
      folder += `/${'x'.repeat(left > 202 ? 200 : left)}`
    }
    mkdirSync(folder, { recursive: true })
    vi.stubEnv('TMPDIR', folder)
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    const opened = openIgnoreScope(join(top, 'project'), 'sub')
    await expect(opened).rejects.toThrow('ENAMETOOLONG')
    expect(readdirSync(folder)).toEqual([])
  },
)
