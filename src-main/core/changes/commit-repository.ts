import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '#shared/lib/app-error.ts'
import { NO_GIT, NO_REPOSITORY } from '../git/read-git-records.ts'
import { type GitOptions, runGit } from '../git/run-git.ts'

/** The repository that a session works in. */
export interface Repository {
  /** Its own root. */
  readonly top: string
  /** The session's root below it, with a slash at its end unless empty. */
  readonly prefix: string
  /** Absent where none is checked out. */
  readonly branch?: string
  /** The commit that is checked out; absent: there is none yet. */
  readonly head?: string
  /** Git heeds what may be executed. */
  readonly keepsModes: boolean
}

/** Fails with `unavailable` where nothing can be committed. */
export async function openRepository(root: string): Promise<Repository> {
  const [top, prefix, folder, branch, head, modes] = await Promise.all([
    runGit(root, ['rev-parse', '--show-toplevel']),
    runGit(root, ['rev-parse', '--show-prefix']),
    runGit(root, ['rev-parse', '--absolute-git-dir']),
    runGit(root, ['symbolic-ref', '--short', '-q', 'HEAD']),
    runGit(root, ['rev-parse', '--verify', '-q', 'HEAD^{commit}']),
    runGit(root, ['config', '--type=bool', 'core.fileMode']),
  ])
  if (!top.output || !folder.output) throw noRepository(top.problem ?? '')
  refuseUnfinished(folder.output.trim())
  return {
    ...{ top: withoutEnd(top.output), prefix: withoutEnd(prefix.output ?? '') },
    keepsModes: modes.output?.trim() !== 'false',
    ...(branch.output && { branch: branch.output.trim() }),
    ...(head.output && { head: head.output.trim() }),
  }
}

/** The commit that is checked out now. */
export async function findHead(top: string): Promise<string | undefined> {
  const { output } = await runGit(top, ['rev-parse', '--verify', '-q', 'HEAD^{commit}'])
  return output?.trim()
}

/**
 * What git answers. Fails with `unavailable` where it does not: nothing is concluded from that. `none`: what it
 * ends with where there is nothing to answer with.
 */
async function hear(
  asked: ReturnType<typeof runGit>,
  { none }: { readonly none?: number } = {},
): Promise<string> {
  const { output, problem, exitCode } = await asked
  if (problem === undefined) return output
  if (none !== undefined && exitCode === none) return ''
  throw new AppError('unavailable', `Git does not answer: ${problem}`)
}

interface Commit {
  readonly oid: string
  readonly tree: string
  /** The first, where there are several. */
  readonly parent: string | undefined
}

/** How far back a commit is looked for that was made a moment ago. */
const LATEST = '16'

/** The latest commits of what is checked out, the newest first. */
export async function listLatest(top: string): Promise<readonly Commit[]> {
  const args = ['log', '--first-parent', '--no-show-signature', '-n', LATEST, '--format=%H %T %P']
  const lines = (await runGit(top, args)).output?.trim().split('\n') ?? []
  return lines.flatMap((line) => {
    const [oid, tree, parent] = line.split(' ')
    return oid && tree ? { oid, tree, parent } : []
  })
}

function withoutEnd(line: string): string {
  return line.replace(/\r?\n$/u, '')
}

function noRepository(problem: string): AppError {
  return new AppError('unavailable', /ENOENT/u.test(problem) ? NO_GIT : NO_REPOSITORY)
}

const unfinished: Readonly<Record<string, string>> = {
  MERGE_HEAD: 'A merge',
  'rebase-merge': 'A rebase',
  'rebase-apply': 'A rebase',
  CHERRY_PICK_HEAD: 'A cherry-pick',
  REVERT_HEAD: 'A revert',
}

function refuseUnfinished(folder: string): void {
  const found = Object.keys(unfinished).find((name) => existsSync(join(folder, name)))
  if (!found) return
  const message = `${unfinished[found]} is under way in the repository. Finish it first, or abort it.`
  throw new AppError('unavailable', message)
}

/** What a commit, or the index, has of a path. `mode` is git's. */
export interface GitEntry {
  readonly mode: string
  readonly oid: string
}

/** What a commit has of a path, so far as it is still in the repository. */
export async function findEntry(
  repository: Repository,
  commit: string | undefined,
  path: string,
): Promise<GitEntry | undefined> {
  if (commit === undefined) return undefined
  const { problem } = await runGit(repository.top, ['cat-file', '-e', `${commit}^{commit}`])
  return problem === undefined
    ? (await readEntries(repository, commit, [path])).get(path)
    : undefined
}

/** What a commit has of some paths, below the repository's root. */
export async function readEntries(
  { top }: Repository,
  commit: string | undefined,
  paths: readonly string[],
): Promise<ReadonlyMap<string, GitEntry>> {
  const entries = new Map<string, GitEntry>()
  if (commit === undefined || paths.length === 0) return entries
  const args = ['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', commit, '--', ...paths]
  for (const line of (await hear(runGit(top, args))).split('\0')) {
    const [, mode, oid, path] = /^(\d+) blob ([0-9a-f]+)\t(.+)$/su.exec(line) ?? []
    if (mode && oid && path) entries.set(path, { mode, oid })
  }
  return entries
}

/** Paths below the repository's root that are staged as another than in its commit. */
export async function listStaged({ top, head }: Repository): Promise<ReadonlySet<string>> {
  const args = head
    ? ['diff', '--cached', '--name-only', '--no-renames', '-z', head]
    : ['ls-files', '-z']
  return new Set((await hear(runGit(top, args))).split('\0').filter(Boolean))
}

/** Those of some paths that git ignores. */
export async function listIgnored(
  { top }: Repository,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  // `check-ignore` can't take names literally. A name behind a folder is no pattern.
  const input = paths.map((path) => `./${path}`).join('\0')
  const asked = runGit(top, ['check-ignore', '-z', '--stdin'], { input })
  const ignored = (await hear(asked, { none: 1 })).split('\0').filter(Boolean)
  return new Set(ignored.map((path) => path.slice('./'.length)))
}

const NO_OBJECT = '0'.repeat(40)

/** Writes entries to an index; `undefined`: without that path. */
export async function writeIndex(
  { top }: Repository,
  entries: Iterable<readonly [path: string, entry: GitEntry | undefined]>,
  indexFile?: string,
): Promise<string | undefined> {
  const lines = [...entries].map(([path, entry]) =>
    entry ? `${entry.mode} ${entry.oid} 0\t${path}\0` : `0 ${NO_OBJECT} 0\t${path}\0`,
  )
  const { problem } = await runGit(top, ['update-index', '-z', '--index-info'], {
    input: lines.join(''),
    ...(indexFile !== undefined && { indexFile }),
  })
  return problem
}

/** What git makes of contents comes to lie in it. */
export interface ObjectStore extends AsyncDisposable {
  /** For every git that writes objects, or reads those that were written here. */
  readonly options: GitOptions
}

/** The repository's own. */
export const OWN_OBJECTS: ObjectStore = { options: {}, [Symbol.asyncDispose]: async () => {} }

/** A folder beside the repository's own, gone when it is disposed. */
export async function openPassingObjects({ top }: Repository): Promise<ObjectStore> {
  const args = ['rev-parse', '--path-format=absolute', '--git-path', 'objects']
  const output = await hear(runGit(top, args))
  const folder = await mkdtemp(join(tmpdir(), 'orrery-objects-'))
  return {
    options: { objects: { folder, besides: output.replace(/\r?\n$/u, '') } },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The filters that git's configuration has a program for, by path; it would run them to hash a content. */
export async function listFilters(
  { top }: Repository,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const pattern = '^filter\\..*\\.(clean|process)$'
  const [named, attributes] = await Promise.all([
    hear(runGit(top, ['config', '-z', '--name-only', '--get-regexp', pattern]), { none: 1 }),
    hear(runGit(top, ['check-attr', '-z', '--stdin', 'filter'], { input: paths.join('\0') })),
  ])
  const names = new Set(named.split('\0').map(toName))
  // A path, the attribute's name and its value, one after the other.
  const fields = attributes.split('\0')
  const filters = new Map<string, string>()
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path, , name] = fields.slice(at, at + 3)
    if (path && name && names.has(name)) filters.set(path, name)
  }
  return filters
}

function toName(setting: string): string {
  return setting.slice('filter.'.length, setting.lastIndexOf('.'))
}
