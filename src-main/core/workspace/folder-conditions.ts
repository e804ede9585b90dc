import { constants } from 'node:fs'
import { access, realpath } from 'node:fs/promises'
import type { FolderCondition } from '#shared/contract/procedures/files.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { findGit, runGit } from '../git/run-git.ts'
import { findBelow } from './paths/confinement.ts'

/**
 * What a project's folder lacks or leaves out, each with what that means and what to do; none where all
 * is well.
 */
export async function findConditions(root: string, dataDir: string): Promise<FolderCondition[]> {
  const [isWritable, ofGit] = await Promise.all([canWrite(root), findGitCondition(root)])
  const dataFolder = findBelow(await realpath(root), dataDir)
  return [
    ...(isWritable ? [] : [READ_ONLY]),
    ...(ofGit ? [ofGit] : []),
    ...(dataFolder === undefined ? [] : [withDataFolder(dataFolder)]),
  ]
}

function withDataFolder(path: string): FolderCondition {
  const sentence = `This folder contains “${path}”, where Orrery keeps its own data. Agents can’t read or change it, and snapshots leave it out.`
  return { type: 'data-folder', sentence }
}

/** Makes the folder a git repository, with nothing committed. */
export async function beginRepository(root: string): Promise<void> {
  const { problem } = await runGit(root, ['init', '--quiet'])
  if (problem === undefined) return
  throw new AppError('unavailable', `Git could not make the folder a repository: ${problem}`)
}

const READ_ONLY: FolderCondition = {
  type: 'read-only',
  sentence:
    'This folder can’t be written. Agents can read it and not change it: allow writing, or fork the session to work in a copy.',
}

const NO_GIT: FolderCondition = {
  type: 'no-git',
  sentence:
    'There is no git on this machine. Install it to compare with what was committed; until then forks work in a copy.',
}

const NO_REPOSITORY: FolderCondition = {
  type: 'no-repository',
  sentence:
    'This folder is not in a git repository: there are no commits to compare with, and forks work in a copy.',
}

const NO_COMMIT: FolderCondition = {
  type: 'no-commit',
  sentence:
    'Nothing is committed to git yet: forks work in a copy. Commit once to compare with it.',
}

async function canWrite(root: string): Promise<boolean> {
  return access(root, constants.W_OK).then(
    () => true,
    () => false,
  )
}

async function findGitCondition(root: string): Promise<FolderCondition | undefined> {
  const git = await findGit(root)
  if (git.type === 'absent') return NO_GIT
  if (git.type === 'old') return tooOld(git)
  const [repository, head] = await Promise.all([
    runGit(root, ['rev-parse', '--git-dir']),
    runGit(root, ['rev-parse', '--verify', '-q', 'HEAD']),
  ])
  if (repository.problem !== undefined) return NO_REPOSITORY
  return head.problem === undefined ? undefined : NO_COMMIT
}

function tooOld({ version, oldest }: { readonly version: string; readonly oldest: string }) {
  const sentence = `Git ${version} is too old to give forks a worktree: they work in a copy. Update it to ${oldest} or newer.`
  return { type: 'old-git', sentence } as const
}
