import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DecidedContent } from '#shared/contract/procedures/changes.ts'
import { type ForkedHost, openForkedHost, readIn } from '../../../test/support/forked-host.ts'
import { calls, reads, says, scriptAgents } from '../../../test/support/scripted-agents.ts'

// https://github.com/cline/cline/issues/1313, https://github.com/cline/cline/issues/5598

const EDITED = ['sub/s.txt', 'vendor/inner/i.txt', 'wt/w.txt', 'o.txt']
const REPOSITORIES = ['.', 'sub', 'vendor/inner', 'wt', 'node_modules/x']

const edit = (path: string) => ({
  name: 'edit_file',
  args: { file_path: `/workspace/${path}`, old_string: 'one', new_string: 'two' },
})

const script = scriptAgents({
  go: [
    calls(...EDITED.map((path) => reads(`/workspace/${path}`))),
    calls(...EDITED.map(edit)),
    calls({ name: 'run_command', args: { command: 'git -C sub diff --stat' } }),
    says('Done.'),
  ],
})

function git(folder: string, ...args: readonly string[]): string {
  const settings = ['user.name=t', 'user.email=t@example.com', 'protocol.file.allow=always']
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0' }
  const set = settings.flatMap((setting) => ['-c', setting])
  return execFileSync('git', [...set, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env,
    stdio: 'pipe',
  })
}

function commit(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true })
  git(folder, 'init', '-q', '-b', 'main')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  git(folder, 'add', '-A')
  git(folder, 'commit', '-qm', 'first')
}

/** A repository with others in it: a submodule, an untracked one, one of a package, and a worktree. */
async function openNested(): Promise<ForkedHost> {
  const files = { 'project/o.txt': 'one\n', 'project/staged.txt': 'a\n' }
  const host = await openForkedHost({ script, files, isGit: true })
  const { root, folder } = host
  commit(join(folder, 'library'), { 's.txt': 'one\n' })
  git(root, 'submodule', '--quiet', 'add', join(folder, 'library'), 'sub')
  git(root, 'commit', '-qm', 'second')
  commit(join(root, 'vendor/inner'), { 'i.txt': 'one\n', 'changed.txt': 'a\n' })
  writeFileSync(join(root, 'vendor/inner/changed.txt'), 'b\n')
  commit(join(root, 'node_modules/x'), { 'index.js': '0\n' })
  writeFileSync(join(root, 'staged.txt'), 'b\n')
  git(root, 'add', 'staged.txt')
  writeFileSync(join(root, 'staged.txt'), 'c\n')
  git(root, 'worktree', 'add', '-q', '-b', 'other', 'wt')
  writeFileSync(join(root, 'wt/w.txt'), 'one\n')
  return host
}

/** All that git keeps of each repository, and what it says of those files that weren't edited. */
function lookAtRepositories(root: string) {
  return REPOSITORIES.map((name) => {
    const folder = join(root, name)
    const gitDir = git(folder, 'rev-parse', '--absolute-git-dir').trim()
    const status = git(folder, 'status', '--porcelain=v2', '-z', '--ignore-submodules=all')
    return {
      name,
      files: hashFiles(gitDir),
      refs: git(folder, 'for-each-ref'),
      stashes: git(folder, 'stash', 'list'),
      staged: git(folder, 'ls-files', '-s'),
      status: status
        .split('\0')
        .filter((line) => !EDITED.some((path) => line.endsWith(path.split('/').at(-1) ?? ''))),
      problems: git(folder, 'fsck', '--no-dangling'),
    }
  })
}

function hashFiles(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  )
  return Object.fromEntries(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted()
      .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  )
}

test('a run leaves nothing in the repositories that are in its project', async () => {
  await using host = await openNested()
  const before = lookAtRepositories(host.root)
  await host.prompt('go')
  const { changes } = await host.states()
  expect(lookAtRepositories(host.root)).toEqual(before)
  expect(EDITED.map((path) => readIn(host.root, path))).toEqual(EDITED.map(() => 'two\n'))
  const changed = Object.values(changes.files).map(({ path, base, now }) => [
    path,
    base?.size,
    now?.size,
  ])
  expect(changed.toSorted()).toEqual(EDITED.map((path) => [`/workspace/${path}`, 4, 4]).toSorted())
  const start = await host.seqOf('run.started')
  expect(await forkAt(host, start)).toEqual({
    files: EDITED.map(() => 'one\n'),
    changed: EDITED.map((path) => ({ path, change: 'changed', isConflict: false })).toSorted(
      byPath,
    ),
  })
  await rewindTo(host, start)
  expect(EDITED.map((path) => readIn(host.root, path))).toEqual(EDITED.map(() => 'one\n'))
  await host.prompt('go')
  await revertAll(host)
  expect(EDITED.map((path) => readIn(host.root, path))).toEqual(EDITED.map(() => 'one\n'))
  expect(
    lookAtRepositories(host.root).map(({ name, staged, problems }) => [name, staged, problems]),
  ).toEqual(before.map(({ name, staged, problems }) => [name, staged, problems]))
}, 120_000)

/** What a fork has of the edited files, and what its preview says of them. */
async function forkAt({ client, sessionId, states }: ForkedHost, seq: number) {
  const { files: preview } = await client['sessions.previewFork']({ sessionId, seq })
  const fork = await client['sessions.fork']({ sessionId, seq })
  const { root = '' } = (await states(fork.sessionId)).files
  const files = EDITED.map((path) => {
    const file = join(root, path)
    return existsSync(file) ? readFileSync(file, 'utf8') : 'absent'
  })
  await client['sessions.delete']({ sessionId: fork.sessionId, discard: true })
  return { files, changed: preview.items }
}

async function rewindTo({ client, sessionId }: ForkedHost, seq: number): Promise<void> {
  const { expected } = await client['sessions.previewRewind']({ sessionId, seq })
  await client['sessions.rewind']({ sessionId, seq, expected })
}

function byPath(one: { readonly path: string }, other: { readonly path: string }): number {
  return one.path < other.path ? -1 : 1
}

async function revertAll({ client, sessionId, states }: ForkedHost): Promise<void> {
  for (const { path, seq, base } of Object.values((await states()).changes.files)) {
    const content: DecidedContent = { type: 'known', content: base }
    const counts = { hunks: 1, added: 1, removed: 1, left: 0 }
    await client['changes.revert']({ sessionId, path, seq, content, ...counts })
  }
}
