import { AppError } from '#shared/lib/app-error.ts'
import { Hash } from '#shared/lib/ids.ts'
import { NO_COMMIT, NO_GIT, NO_REPOSITORY } from '../../git/read-git-records.ts'
import { runGit } from '../../git/run-git.ts'
import { type AgentPath, denied, toPlace } from '../paths/agent-path.ts'
import type { Committed } from './file-changes.ts'

/**
 * What git has of a file of the project at `root`: in `commit`, or in the one that is checked out. Fails
 * with `unavailable` where there is no such commit.
 */
export async function findCommitted(
  root: string,
  path: AgentPath,
  commit?: string,
): Promise<Committed> {
  const place = toPlace(path)
  if (place.type !== 'project')
    throw denied(`${path} is not in the project: git knows nothing of it.`)
  const found = await getCommit(root, commit)
  // Without a pattern's meaning, and as seen from `root`, which may lie below the repository's own.
  const { output } = await runGit(root, ['ls-tree', '-z', found, '--', `./${place.relative}`])
  return { commit: found, hash: findObject(output ?? '') }
}

async function getCommit(root: string, commit: string | undefined): Promise<string> {
  const named = `${commit ?? 'HEAD'}^{commit}`
  const { output } = await runGit(root, ['rev-parse', '--verify', '-q', named])
  if (output) return output.trim()
  if (commit)
    throw new AppError('unavailable', 'The commit of that moment is no longer in the repository.')
  const repository = await runGit(root, ['rev-parse', '--git-dir'])
  if (repository.output) throw new AppError('unavailable', NO_COMMIT)
  throw new AppError(
    'unavailable',
    /ENOENT/u.test(repository.problem ?? '') ? NO_GIT : NO_REPOSITORY,
  )
}

/** `100644 blob <oid><tab>path`; what is no file has no content. */
function findObject(listed: string): Hash | null {
  const [, oid] = /^\d+ blob ([0-9a-f]+)\t/u.exec(listed) ?? []
  return oid ? Hash.parse(`git:${oid}`) : null
}
