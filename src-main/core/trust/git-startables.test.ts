import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { type Place, useHome, WAYS, write } from '../../../test/support/planted-commits.ts'
import { PROGRAM_SETTINGS, plantPrograms } from '../../../test/support/planted-settings.ts'
import { openFixture, temporaryFolder } from '../../../test/support/store-fixture.ts'
import { commitAll, git, writeFiles } from '../../../test/support/test-workspace.ts'
import { runGitForPerson } from '../git/run-git-for-person.ts'
import { createIds } from '../runtime/ids.ts'
import { ProjectTrust } from './project-trust.ts'

// CVE-2026-45033 (GitHub Copilot CLI), CVE-2026-72718 (goose): git ran what a repository's settings named. Here it is an
// agent that writes them, for git to run at the person's next commit.

afterEach(() => vi.unstubAllEnvs())

async function openRepository() {
  const owned = new AsyncDisposableStack()
  const folder = realpathSync(owned.use(temporaryFolder()).path)
  const root = join(folder, 'project')
  writeFiles(root, { 'a.txt': 'one\n' })
  commitAll(root)
  const { store } = owned.use(await openFixture())
  const trust = owned.use(new ProjectTrust({ store, env: {} }))
  const place = { projectId: createIds().project(), root }
  return {
    ...{ folder, root, trust, place },
    untrusted: (of = place) => trust.findUntrustedGit(of),
    list: async (of = place) =>
      (await trust.list(of)).startables.filter(({ kind }) => kind === 'git'),
    trustAll: async (of = place) => {
      const { startables } = await trust.list(of)
      await trust.grant(
        of,
        startables.map(({ hash }) => hash),
      )
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com']

/** Commits by the same function as a click on *Commit*. */
async function commit({ root }: Place): Promise<void> {
  const { signal } = new AbortController()
  git(root, 'add', 'a.txt')
  const args = [...identity, 'commit', '--quiet', '--allow-empty', '--file=-']
  const { problem } = await runGitForPerson(root, args, { input: 'Some', signal })
  expect(problem).toBeUndefined()
}

test.skipIf(process.platform === 'win32').each(WAYS)(
  'a commit waits for trust in $title, and again after a change',
  { timeout: 60_000 },
  async ({ plant, named, runs = true }) => {
    await using repository = await openRepository()
    for (const attempt of ['first', 'second']) {
      const ran = join(repository.folder, attempt)
      plant(repository, `touch ${ran}`)
      writeFileSync(join(repository.root, 'a.txt'), attempt)
      expect(await repository.untrusted()).toContain(named)
      await repository.trustAll()
      expect(await repository.untrusted()).toBeUndefined()
      expect(existsSync(ran)).toBe(false)
      await commit(repository)
      expect(existsSync(ran)).toBe(runs)
    }
  },
)

test('every setting of git that names a program waits for trust', async () => {
  await using repository = await openRepository()
  const { root, folder } = repository
  plantPrograms(root, join(folder, 'programs'), 'own')
  const names = (await repository.list()).map(({ name }) => name.toLowerCase())
  const expected = PROGRAM_SETTINGS.map((key) => key.replace('planted', 'own').toLowerCase())
  expect(expected.filter((key) => !names.includes(key))).toEqual([])
  expect(expected.length).toBeGreaterThanOrEqual(40)
})

test('an ordinary repository and a person’s own settings and hooks need no trust', async () => {
  await using repository = await openRepository()
  const { root, folder } = repository
  const home = useHome(
    repository,
    `[core]
	hooksPath = ~/hooks
	fsmonitor = ~/watch
	editor = vim
[commit]
	gpgSign = false
[gpg]
	program = /usr/bin/gpg2
[credential]
	helper = !printf secret
[alias]
	co = !git checkout
[filter "lfs"]
	clean = git-lfs clean -- %f
	smudge = git-lfs smudge -- %f
	process = git-lfs filter-process
[includeIf "gitdir:${folder}/"]
	path = work.gitconfig
`,
  )
  const ran = join(folder, 'ran')
  write(join(home, 'work.gitconfig'), '[core]\n\tpager = less\n')
  write(join(home, 'watch'), '#!/bin/sh\n', 0o755)
  write(join(home, 'hooks/pre-commit'), `#!/bin/sh\ntouch ${ran}\n`, 0o755)
  // Nothing of these is a program of a commit.
  write(join(root, '.git/hooks/pre-push'), '#!/bin/sh\n', 0o755)
  write(join(root, '.git/hooks/commit-msg.sample'), '#!/bin/sh\n', 0o755)
  write(join(root, '.git/hooks/pre-commit'), '#!/bin/sh\n')
  write(join(root, 'clean'), '#!/bin/sh\n', 0o755)
  git(root, 'config', 'core.fsmonitor', 'true')
  git(root, 'config', 'commit.gpgSign', 'false')
  git(root, 'config', 'alias.st', 'status')
  git(root, 'config', 'pager.log', 'false')
  git(root, 'config', 'user.signingKey', 'key::ssh-ed25519 AAAA')
  git(root, 'remote', 'add', 'origin', 'ssh://git@[::1]/project.git')
  expect(await repository.list()).toEqual([])
  expect(await repository.untrusted()).toBeUndefined()
  git(root, 'config', 'core.fsmonitor', 'false')
  await commit(repository)
  expect(existsSync(ran)).toBe(true)
})

test('what changed is named, and other files of the project don’t ask again', async () => {
  await using repository = await openRepository()
  const { root } = repository
  write(join(root, '.git/hooks/pre-commit'), '#!/bin/sh\nsh tools/a.sh && npm test\n', 0o755)
  write(join(root, 'tools/a.sh'), 'true\n')
  expect(await repository.list()).toMatchObject([
    {
      name: 'pre-commit',
      file: '.git/hooks/pre-commit',
      words: 'Git runs the hook `pre-commit` at a commit, with all your rights.',
      watches: 'named',
      isTrusted: false,
    },
  ])
  await repository.trustAll()
  writeFiles(root, { 'package.json': '{}', 'src/a.js': 'b', 'tools/other.sh': 'false\n' })
  expect(await repository.untrusted()).toBeUndefined()
  write(join(root, '.git/hooks/commit-msg'), '#!/bin/sh\n', 0o755)
  write(join(root, 'tools/a.sh'), 'false\n')
  expect(await repository.untrusted()).toBe(
    'This commit would run programs of the repository that you haven’t trusted: commit-msg, pre-commit. 2 files have changed since you trusted it: .git/hooks/commit-msg and tools/a.sh. Look at them in Settings › Trust, then commit again.',
  )
  await repository.trustAll()
  rmSync(join(root, '.git/hooks/commit-msg'))
  expect(await repository.untrusted()).toBeUndefined()
})

test('a worktree has its hooks compared with those that were trusted in the project', async () => {
  await using repository = await openRepository()
  const { root, folder, place } = repository
  write(join(root, '.githooks/pre-commit'), '#!/bin/sh\n', 0o755)
  write(join(root, '.git/hooks/post-commit'), '#!/bin/sh\n', 0o755)
  commitAll(root)
  const fork = { ...place, root: join(folder, 'fork') }
  git(root, 'worktree', 'add', '-q', fork.root)
  await repository.trustAll()
  expect(await repository.untrusted(fork)).toBeUndefined()
  git(root, 'config', 'core.hooksPath', '.githooks')
  await repository.trustAll()
  expect(await repository.untrusted(fork)).toBeUndefined()
  write(join(fork.root, '.githooks/pre-commit'), '#!/bin/sh\nfalse\n', 0o755)
  expect(await repository.untrusted(fork)).toContain('changed since you trusted it')
  expect(await repository.untrusted()).toBeUndefined()
})

test('a repository above the project’s folder is looked into as well', async () => {
  await using repository = await openRepository()
  const { root, place } = repository
  writeFiles(root, { 'below/a.txt': '' })
  const below = { ...place, root: join(root, 'below') }
  expect(await repository.untrusted(below)).toBeUndefined()
  write(join(root, '.husky/_/pre-commit'), '#!/bin/sh\n', 0o755)
  git(root, 'config', 'core.hooksPath', '.husky/_')
  expect(await repository.untrusted(below)).toContain('pre-commit')
  await repository.trustAll(below)
  expect(await repository.untrusted(below)).toBeUndefined()
  write(join(root, '.husky/pre-commit'), 'true\n')
  expect(await repository.untrusted(below)).toContain('changed since')
})

test('a commit is refused where it can’t be known what git would run', async () => {
  await using repository = await openRepository()
  const { root } = repository
  const config = join(root, '.git/config')
  const working = readFileSync(config)
  writeFileSync(config, Buffer.concat([working, Buffer.from([0xff])]))
  expect(await repository.untrusted()).toContain('Git finds no repository here.')
  const value = Buffer.concat([Buffer.from('[core]\n\tpager = "'), Buffer.from([0xff, 0x22])])
  writeFileSync(config, Buffer.concat([working, value]))
  expect(await repository.untrusted()).toContain('A setting of git isn’t UTF-8.')
  writeFileSync(config, working)
  rmSync(join(root, '.git/hooks'), { recursive: true, force: true })
  writeFileSync(join(root, '.git/hooks'), '')
  expect(await repository.untrusted()).toBeUndefined()
  rmSync(join(root, '.git'), { recursive: true })
  expect(await repository.untrusted()).toContain('Git finds no repository here.')
  expect(await repository.list()).toEqual([])
})

test.skipIf(process.platform === 'win32')(
  'settings that git can’t read to their end keep a commit from starting',
  { timeout: 60_000 },
  async () => {
    await using repository = await openRepository()
    const { root } = repository
    execFileSync('mkfifo', [join(root, 'pipe')])
    git(root, 'config', 'include.path', '../pipe')
    expect(await repository.untrusted()).toMatch(/^Can’t read what git would run/u)
    expect(await repository.list()).toEqual([])
  },
)
