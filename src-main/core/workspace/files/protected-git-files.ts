import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppError } from '#shared/lib/app-error.ts'
import { isNameOf } from '../../files/protected-names.ts'
import { denied, shown, toAgentPath } from '../paths/agent-path.ts'

/** With these in a folder, git takes it for a repository and runs what its `config` names. */
const REPOSITORIES: readonly (readonly string[])[] = [
  ['HEAD', 'objects', 'refs'],
  ['HEAD', 'commondir'],
]
const PARTS: readonly string[] = [...new Set(REPOSITORIES.flat())]
/** What git reads or runs in a repository. Other files beside them are the project's: a bare one may hold worktrees. */
const OWN_NAMES: readonly string[] = [
  ...['head', 'config', 'config.worktree', 'objects', 'refs', 'hooks', 'info', 'logs', 'index'],
  ...['packed-refs', 'commondir', 'gitdir', 'worktrees', 'modules', 'shallow', 'alternates'],
]

/** Throws the error that `findGitRefusal` returns. */
export async function refuseGitFiles(root: string, relative: string): Promise<void> {
  const refusal = await findGitRefusal(root, relative)
  if (refusal) throw refusal
}

/**
 * Returns a `denied` error where `relative` is one of git's own files, which name programs that git runs, or would make a
 * folder look like a repository: a bare one needs no `.git`. `root` is the project's real folder.
 */
export async function findGitRefusal(
  root: string,
  relative: string,
): Promise<AppError | undefined> {
  const names = relative.split('/')
  if (names.some((name) => isNameOf(name, '.git'))) return ofGit(relative)
  for (const [depth, name] of names.entries()) {
    const folder = join(root, ...names.slice(0, depth))
    const added = PARTS.find((part) => isNameOf(name, part.toLowerCase()))
    const isOwn = OWN_NAMES.some((own) => isNameOf(name, own))
    if (isOwn && (await isRepository(folder, added))) return ofGit(relative)
  }
  return undefined
}

/** Whether git takes a folder for a repository once it has a part more. */
async function isRepository(folder: string, added: string | undefined): Promise<boolean> {
  const present = await Promise.all(
    PARTS.map(async (part) => part === added || (await exists(join(folder, part)))),
  )
  const has = (part: string) => present[PARTS.indexOf(part)] === true
  return REPOSITORIES.some((parts) => parts.every(has))
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

function ofGit(relative: string): AppError {
  return denied(
    `Can't change ${shown(toAgentPath(relative))}: it is one of git's own files, or would turn its folder into a repository. Use git commands instead.`,
  )
}
