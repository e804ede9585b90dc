import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { RequestedSubject } from '#shared/contract/procedures/code-reviews.ts'
import { PROGRAM_SETTINGS, plantPrograms } from '../../../test/support/planted-settings.ts'
import { commitAll, git, writeFiles } from '../../../test/support/test-workspace.ts'
import { readCommits } from '../authorship/commit-authors.ts'
import { findEntry, openRepository as openForReview } from '../changes/commit-repository.ts'
import { readSubject } from '../code-review/read-subject.ts'
import { findUncommitted, makePlace, removePlace } from '../forks/fork-worktrees.ts'
import { openRepository } from '../repository/repository.ts'
import { createIds } from '../runtime/ids.ts'
import { findCommitted } from '../workspace/files/committed-file.ts'
import { findConditions } from '../workspace/folder-conditions.ts'
import { openIgnoreScope } from '../workspace/listing/ignore-scope.ts'
import { TreeClient } from '../workspace/tree/tree-client.ts'

const signal = new AbortController().signal

interface PlantedRepository {
  readonly root: string
  readonly outside: string
  /** The planted programs that ran so far, each behind its repository's name. */
  readonly ran: () => readonly string[]
}

/** A repository with a submodule, both with files changed since and all settings planted. */
function createPlantedRepository(): PlantedRepository {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-settings-')))
  onTestFinished(() => rmSync(outside, { recursive: true, force: true }))
  const [root, inner] = [join(outside, 'project'), join(outside, 'inner')]
  for (const folder of [root, inner]) {
    writeFiles(folder, { 'a.txt': 'one\n', 'b.served': 'two\n', 'folder/a.txt': 'three\n' })
    commitAll(folder)
  }
  git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub')
  git(root, 'commit', '-qm', 'submodule')
  const ofProject = plantPrograms(root, join(outside, 'programs'), 'outer')
  const ofSubmodule = plantPrograms(join(root, 'sub'), join(outside, 'sub-programs'), 'inner')
  for (const folder of [root, join(root, 'sub')]) {
    writeFiles(folder, { 'a.txt': 'changed\n', 'new.txt': 'new\n' })
    // Git looks into a file whose time differs from what it knows.
    utimesSync(join(folder, 'b.served'), 1, 1)
  }
  const ran = () => [
    ...ofProject.ran().map((name) => `project: ${name}`),
    ...ofSubmodule.ran().map((name) => `sub: ${name}`),
  ]
  return { root, outside, ran }
}

const sessionId = createIds().session()
const head = { ref: 'HEAD', paths: [] }

/** Everything that Orrery does with git by itself or for an agent's tool. */
const OPERATIONS: Readonly<Record<string, (repository: PlantedRepository) => Promise<unknown>>> = {
  'git status': ({ root }) => openRepository({ root, signal }).status(),
  'git diff': ({ root }) => openRepository({ root, signal }).diff({ paths: [], isStaged: false }),
  'git diff of a commit': ({ root }) =>
    openRepository({ root, signal }).diff({ ...head, isStaged: false }),
  'git diff --cached': ({ root }) =>
    openRepository({ root, signal }).diff({ paths: [], isStaged: true }),
  'git log': ({ root }) => openRepository({ root, signal }).log({ paths: [], maxCount: 9 }),
  'git log that contains a text': ({ root }) =>
    openRepository({ root, signal }).log({ paths: [], maxCount: 9, text: 'one' }),
  'git show': ({ root }) => openRepository({ root, signal }).show(head),
  'git file': ({ root }) => openRepository({ root, signal }).file('/workspace/a.txt', 'HEAD'),
  'git blame': ({ root }) => openRepository({ root, signal }).blame('/workspace/a.txt'),
  'git branch': ({ root }) => openRepository({ root, signal }).branches(),
  'git stash': ({ root }) => openRepository({ root, signal }).stashes(),
  'git worktree': ({ root }) => openRepository({ root, signal }).worktrees(),
  'who changed what': ({ root }) => readAll(readCommits({ root, signal }, ALL_COMMITS)),
  'a review of what is changed': ({ root }) => readSubjectOf(root, { type: 'uncommitted' }),
  'a review of what is staged': ({ root }) => readSubjectOf(root, { type: 'staged' }),
  'a review against a branch': ({ root }) => readSubjectOf(root, { type: 'base', ref: 'HEAD~1' }),
  'what a commit would have': async ({ root }) =>
    findEntry(await openForReview(root), 'HEAD', 'a.txt'),
  'a committed file': ({ root }) => findCommitted(root, '/workspace/a.txt'),
  'what a folder lacks': ({ root, outside }) => findConditions(root, outside),
  'what is ignored': async ({ root }) => {
    await using _scope = await openIgnoreScope(root, '')
  },
  'the files of a project': async ({ root }) => {
    await using client = new TreeClient(root, async () => undefined)
    await client.ask({ type: 'load', changes: {}, kept: [] })
    await client.ask({ type: 'compare' })
  },
  'a fork': async ({ root, outside }) => {
    const made = await makePlace({ dataDir: outside, sessionId, from: root, head: undefined })
    expect(readFileSync(join(made.root, 'a.txt'), 'utf8')).toBe('one\n')
    await findUncommitted(made.root, ['a.txt'])
    await removePlace(join(outside, 'forks', sessionId))
    expect(existsSync(made.root)).toBe(false)
  },
}

function diffOf(root: string): Promise<unknown> {
  return openRepository({ root, signal }).diff({ paths: [], isStaged: false })
}

const ALL_COMMITS = { of: 'all', since: 0, maxCount: 9 } as const

async function readAll(records: AsyncIterable<unknown>): Promise<void> {
  for await (const _record of records);
}

function readSubjectOf(root: string, subject: RequestedSubject): Promise<unknown> {
  return readSubject({ subject, place: { root, signal }, changes: async () => [] })
}

// The kind of CVE-2026-45033 (GitHub Copilot CLI) and CVE-2026-72718 (goose): git that the tool itself called ran what a
// repository's settings named.
test('no operation of Orrery runs a program that a repository or its submodule names', async () => {
  const repository = createPlantedRepository()
  const ran: Record<string, readonly string[]> = {}
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const before = new Set(repository.ran())
    await operation(repository)
    const programs = repository.ran().filter((program) => !before.has(program))
    if (programs.length > 0) ran[name] = programs
  }
  expect(ran).toEqual({})
  expect(PROGRAM_SETTINGS.length).toBeGreaterThanOrEqual(40)
})

const OTHER_USER = 65_534

// git's CVE-2022-24765: a repository that another user makes above a project was obeyed.
test.runIf(process.getuid?.() === 0)(
  'a repository of another user is read only where it was opened',
  async () => {
    const { root } = createPlantedRepository()
    chownSync(join(root, '.git'), OTHER_USER, OTHER_USER)
    chownSync(root, OTHER_USER, OTHER_USER)
    const below = join(root, 'below')
    mkdirSync(below)
    const opened = await openRepository({ root, signal }).status()
    expect(opened.text).toContain('a.txt')
    await expect(openRepository({ root: below, signal }).status()).rejects.toThrow('another user')
    expect(await findConditions(below, dirname(root))).toMatchObject([{ type: 'no-repository' }])
  },
)

test('a filter whose name can’t be switched off keeps git from starting', async () => {
  const { root, ran, outside } = createPlantedRepository()
  const name = Buffer.from([0xff])
  const settings = [
    Buffer.from('[filter "'),
    name,
    Buffer.from(`"]\n\tclean = ${outside}/programs/0.sh\n`),
  ]
  appendFileSync(join(root, '.git/config'), Buffer.concat(settings))
  appendFileSync(join(root, '.gitattributes'), Buffer.concat([Buffer.from('* filter='), name]))
  await expect(openRepository({ root, signal }).status()).rejects.toThrow('isn’t UTF-8')
  expect(ran()).toEqual([])
})

test('a work tree elsewhere and a file of revisions show nothing from outside the project', async () => {
  const { root, outside } = createPlantedRepository()
  const secrets = join(outside, 'secrets')
  mkdirSync(secrets)
  writeFileSync(join(secrets, 'a.txt'), 'SECRET-LINE\n')
  git(root, 'config', 'blame.ignoreRevsFile', join(secrets, 'a.txt'))
  const blamed = await openRepository({ root, signal }).blame('/workspace/a.txt')
  expect(blamed.text).not.toContain('SECRET-LINE')
  renameSync(join(root, 'folder'), join(outside, 'folder'))
  symlinkSync(secrets, join(root, 'folder'))
  const linked = openRepository({ root, signal }).blame('/workspace/folder/a.txt')
  await expect(linked).rejects.toMatchObject({ code: 'denied' })
  git(root, 'config', 'core.worktree', secrets)
  await expect(diffOf(root)).rejects.toThrow('outside of the project')
})

test('git that can’t read its settings, or that is ended meanwhile, doesn’t start', async () => {
  const { root } = createPlantedRepository()
  git(root, 'config', 'include.path', '../pipe')
  execFileSync('mkfifo', [join(root, 'pipe')])
  const ended = AbortSignal.timeout(500)
  const status = openRepository({ root, signal: ended }).status()
  await expect(status).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('git itself runs them, so that the programs are planted well', () => {
  const { root, ran } = createPlantedRepository()
  for (const args of [
    ['status'],
    ['diff'],
    ['log', '-p', '-S', 'one'],
    ['worktree', 'add', '../w'],
  ]) {
    spawnSync('git', args, { cwd: root, stdio: 'ignore' })
  }
  expect(ran()).toEqual(
    expect.arrayContaining([
      'project: core.fsmonitor',
      'project: diff.outer.textconv',
      'project: filter.outer.clean',
      'project: filter.outer.smudge',
      'project: hook post-checkout',
      'sub: core.fsmonitor',
    ]),
  )
})
