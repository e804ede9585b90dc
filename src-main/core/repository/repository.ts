import type { GitPlace } from '../git/read-git-records.ts'
import type { Repository } from './define.ts'
import { readCommit, readDiff } from './read-diff.ts'
import { readBlame, readFileAt } from './read-file.ts'
import { readLog } from './read-log.ts'
import { readBranches, readStashes, readStatus, readWorktrees } from './read-refs.ts'

/** What one call can ask of the repository that a session's folder is in. */
export function openRepository(place: GitPlace): Repository {
  return {
    status: () => readStatus(place),
    diff: (query) => readDiff(place, query),
    log: (query) => readLog(place, query),
    show: (query) => readCommit(place, query),
    file: (path, ref, lines) => readFileAt(place, { path, ref, lines }),
    blame: (path, ref, lines) => readBlame(place, { path, ref, lines }),
    branches: () => readBranches(place),
    stashes: () => readStashes(place),
    worktrees: () => readWorktrees(place),
  }
}
