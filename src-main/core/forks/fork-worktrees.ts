import { existsSync, readdirSync } from 'node:fs'
import { cp, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type DeletePreview, TOLD } from '#shared/contract/procedures/forks.ts'
import type { ForkPlace } from '#shared/events/session.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { SessionId } from '#shared/lib/ids.ts'
import { isBelow } from '../files/path-containment.ts'
import { findGit, runGit } from '../git/run-git.ts'
import { getSession } from '../sessions/session-rows.ts'
import type { LiveStates } from '../store/events/live-states.ts'
import type { Store } from '../store/store.ts'
import type { SessionRow } from '../store/tables/session-summary.ts'
import { toPlace } from '../workspace/paths/agent-path.ts'

/** A folder of a fork's own. */
export interface MadePlace {
  readonly place: ForkPlace
  readonly root: string
  readonly branch?: string
}

interface Repository {
  /** The session's root below the repository's, with a slash at its end unless empty. */
  readonly prefix: string
  readonly name: string
}

const FOLDER = 'forks'
const BRANCHES = 'orrery/'

/** The branch of a fork's worktree. */
export function branchOf(sessionId: SessionId): string {
  return `${BRANCHES}${sessionId.slice('ses_'.length).slice(0, 10)}`
}

/** What kind of place a fork of a session in this folder would have. */
export async function choosePlace(root: string): Promise<ForkPlace> {
  if (!existsSync(root)) return 'copy'
  return (await findRepository(root)) ? 'worktree' : 'copy'
}

interface MakingPlace {
  readonly dataDir: string
  readonly sessionId: SessionId
  /** The folder of the session that is forked; it is only read. */
  readonly from: string
  /** The commit that was checked out then, where it is known. */
  readonly head: string | undefined
}

/**
 * Makes a folder below the data folder: a worktree on a branch of its own where there is git, else a
 * copy of everything; empty where the folder is not on this machine. What is ignored by git is not in
 * a worktree.
 */
export async function makePlace(making: MakingPlace): Promise<MadePlace> {
  const { dataDir, sessionId, from } = making
  const own = join(dataDir, FOLDER, sessionId)
  await mkdir(own, { recursive: true })
  const repository = existsSync(from) ? await findRepository(from) : undefined
  return repository ? makeWorktree(making, own, repository) : makeCopy(from, own)
}

async function makeWorktree(
  { sessionId, from, head }: MakingPlace,
  own: string,
  { prefix, name }: Repository,
): Promise<MadePlace> {
  const folder = join(own, name)
  const branch = branchOf(sessionId)
  const commit = head && (await hasCommit(from, head)) ? head : 'HEAD'
  await must(
    runGit(from, ['worktree', 'add', '--quiet', '--no-checkout', '-b', branch, folder, commit]),
  )
  // From there, since settings may hold for this branch or this worktree alone.
  await must(runGit(folder, ['reset', '--hard', '--quiet']))
  const root = join(folder, prefix)
  await mkdir(root, { recursive: true })
  return { place: 'worktree', root, branch }
}

async function must(answer: ReturnType<typeof runGit>): Promise<void> {
  const { problem } = await answer
  if (problem === undefined) return
  throw new AppError('unavailable', `Can't create a git worktree for the fork: ${problem}`)
}

async function makeCopy(from: string, own: string): Promise<MadePlace> {
  const root = join(own, basename(from) || 'project')
  await mkdir(root, { recursive: true })
  if (existsSync(from) && !isBelow(from, own)) {
    await cp(from, root, { recursive: true, verbatimSymlinks: true, filter: isCopied })
  }
  return { place: 'copy', root }
}

/** Pipes and sockets are no part of a project. */
async function isCopied(source: string): Promise<boolean> {
  const stats = await lstat(source).catch(() => undefined)
  return stats?.isFile() || stats?.isDirectory() || stats?.isSymbolicLink() || false
}

/** `undefined`: there is none or too old a git, it has no commit yet, or it ignores the folder. */
async function findRepository(root: string): Promise<Repository | undefined> {
  if ((await findGit(root)).type !== 'fine') return undefined
  const [top, prefix, head, ignored] = await Promise.all([
    runGit(root, ['rev-parse', '--show-toplevel']),
    runGit(root, ['rev-parse', '--show-prefix']),
    runGit(root, ['rev-parse', '--verify', '-q', 'HEAD']),
    runGit(root, ['check-ignore', '-q', '.']),
  ])
  const isUsable = top.output && head.output && ignored.output === undefined
  if (!isUsable) return undefined
  return { name: basename(top.output.trim()), prefix: prefix.output?.replace(/\n$/u, '') ?? '' }
}

async function hasCommit(folder: string, commit: string): Promise<boolean> {
  const { problem } = await runGit(folder, ['cat-file', '-e', `${commit}^{commit}`])
  return problem === undefined
}

/** The folder that holds a fork's place; `undefined` where the session works in one that is not its own. */
export function findOwnFolder(
  dataDir: string,
  { id, root }: { readonly id: SessionId; readonly root: string },
): string | undefined {
  const own = join(dataDir, FOLDER, id)
  return isBelow(own, root) ? own : undefined
}

/** Removes what was made for a fork that came to nothing. */
export function removeOwnFolder(dataDir: string, id: SessionId): Promise<void> {
  return removePlace(join(dataDir, FOLDER, id))
}

/** Removes a fork's folder, and its branch where nothing was committed to it alone. */
export async function removePlace(own: string): Promise<void> {
  for (const name of await readdir(own).catch(() => [])) await removeWorktree(join(own, name))
  await rm(own, { recursive: true, force: true, maxRetries: 3 })
}

async function removeWorktree(folder: string): Promise<void> {
  const [common, branch] = await Promise.all([
    runGit(folder, ['rev-parse', '--path-format=absolute', '--git-common-dir']),
    runGit(folder, ['symbolic-ref', '--short', '-q', 'HEAD']),
  ])
  const repository = common.output?.trim()
  // A copy of a folder may lie in a repository further up: that is not ours to touch.
  if (!repository || !existsSync(join(folder, '.git'))) return
  if ((await lstat(join(folder, '.git'))).isDirectory()) return
  await runGit(repository, [`--git-dir=${repository}`, 'worktree', 'remove', '--force', folder])
  const name = branch.output?.trim()
  if (name?.startsWith(BRANCHES)) await removeBranch(repository, name)
}

/** Work that was committed to it alone stays in the repository. */
async function removeBranch(repository: string, name: string): Promise<void> {
  const others = ['--not', `--exclude=${name}`, '--branches', '--tags', '--remotes']
  const place = `--git-dir=${repository}`
  const { output } = await runGit(repository, [place, 'rev-list', '--max-count=1', name, ...others])
  if (output?.trim() === '') await runGit(repository, [place, 'branch', '-D', '--quiet', name])
}

/**
 * Removes the folders of forks that no session has: a fork that was cut off left them. Looks for them
 * before it returns, so that none that is made from then on is among them.
 */
export function removeLeftOver(
  dataDir: string,
  isSession: (id: SessionId) => boolean,
): Promise<void> {
  const folder = join(dataDir, FOLDER)
  const names = existsSync(folder) ? readdirSync(folder) : []
  const leftOver = names.filter((name) => {
    const id = SessionId.safeParse(name)
    return !id.success || !isSession(id.data)
  })
  return removeAll(leftOver.map((name) => join(folder, name)))
}

async function removeAll(folders: readonly string[]): Promise<void> {
  for (const folder of folders) await removePlace(folder)
}

const STATUS = ['status', '--porcelain', '-z', '--untracked-files=all', '--no-renames', '.']

/** Those of some files of a worktree, below its root, that are as they are in no commit. */
export async function findUncommitted(
  root: string,
  changed: readonly string[],
): Promise<readonly string[]> {
  const [status, prefix] = await Promise.all([
    runGit(root, STATUS),
    runGit(root, ['rev-parse', '--show-prefix']),
  ])
  if (status.output === undefined || prefix.output === undefined) return changed
  // `XY path`, below the repository's own root.
  const dirty = new Set(status.output.split('\0').map((line) => line.slice(3)))
  const below = prefix.output.replace(/\n$/u, '')
  return changed.filter((path) => dirty.has(`${below}${path}`))
}

interface UnsavedWork {
  readonly store: Store
  readonly states: LiveStates
}

/** Fails with `conflict` where files of a fork's own changed since it began and are in no commit. */
export async function refuseToDiscard(parts: UnsavedWork, row: SessionRow): Promise<void> {
  const unsaved = await findUnsaved(parts, row)
  if (unsaved.length > 0) throw unsavedWork(row.root, unsaved)
}

/** What would be lost with a session. */
export async function previewDelete(
  parts: UnsavedWork,
  sessionId: SessionId,
): Promise<DeletePreview> {
  const row = getSession(parts.store, sessionId)
  if (!findOwnFolder(parts.store.dataDir, row)) return { unsaved: { items: [], total: 0 } }
  const unsaved = await findUnsaved(parts, row)
  return { folder: row.root, unsaved: { items: unsaved.slice(0, TOLD), total: unsaved.length } }
}

/** Files of a fork's own, below its root, that changed since it began and are in no commit. */
async function findUnsaved(
  { store, states }: UnsavedWork,
  row: SessionRow,
): Promise<readonly string[]> {
  if (!findOwnFolder(store.dataDir, row)) return []
  const { status, files } = (await states.load(row.id)).states
  const { border = 0, place } = status.forkedFrom ?? {}
  const changed = Object.values(files.touched)
    .filter(({ seq }) => seq > border)
    .flatMap(({ path }) => {
      const at = toPlace(path)
      return at.type === 'project' ? [at.relative] : []
    })
  return place === 'worktree' ? findUncommitted(row.root, changed) : changed
}

function unsavedWork(root: string, [first = '', ...others]: readonly string[]): AppError {
  const what = others.length === 0 ? `${first} is` : `${first} and ${others.length} more are`
  const message = `Deleting this fork deletes its folder ${root}, too, and ${what} in no commit.`
  return new AppError('conflict', message)
}
