import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../test/support/store-fixture.ts'
import { commitAll } from '../../../test/support/test-workspace.ts'
import { runGitSync } from './git-process.ts'
import { runGit } from './run-git.ts'
import { runGitForPerson } from './run-git-for-person.ts'

afterEach(() => vi.unstubAllEnvs())

// CVE-2020-27955, CVE-2021-3115 and CVE-2023-40590 are the same kind: opening a repository runs the git that lies in it.
test.each(['', '.', 'bin', 'node_modules/.bin', 'PROJECT', 'PROJECT/node_modules/.bin'])(
  'no git of the project runs with %j first in PATH',
  async (entry) => {
    using folder = temporaryFolder()
    const root = join(folder.path, 'project')
    const mark = join(folder.path, 'mark')
    mkdirSync(root)
    commitAll(root)
    for (const place of ['git', 'bin/git', 'node_modules/.bin/git']) {
      const planted = join(root, place)
      mkdirSync(dirname(planted), { recursive: true })
      writeFileSync(planted, `#!/bin/sh\necho ran > '${mark}'\nexit 1\n`)
      chmodSync(planted, 0o755)
    }
    vi.stubEnv('PATH', [entry.replace('PROJECT', root), process.env.PATH].join(delimiter))

    const head = runGitSync(root, ['rev-parse', 'HEAD'])?.toString('utf8').trim()
    expect((await runGit(root, ['rev-parse', 'HEAD'])).output?.trim()).toBe(head)
    const { signal } = new AbortController()
    const own = await runGitForPerson(root, ['rev-parse', 'HEAD'], { input: '', signal })
    expect(own.output?.trim()).toBe(head)
    expect(head).toMatch(/^[0-9a-f]{40}$/u)
    expect(existsSync(mark)).toBe(false)
  },
)
