import { execFileSync } from 'node:child_process'
import { listWithGit } from './sources.ts'

/**
 * Lists the paths that differ from where the branch left `main`, deleted ones included: commits, the
 * index, the working tree, and new files that git doesn't ignore.
 */
export function listChangedFiles(root: string): ReadonlySet<string> {
  const base = findBase(root)
  const edited = listWithGit(root, ['diff', '--name-only', '--no-renames', '-z', base, '--'])
  const added = listWithGit(root, ['ls-files', '-z', '--others', '--exclude-standard'])
  return new Set([...edited, ...added])
}

/** Returns HEAD in a clone that has no `main`. */
function findBase(root: string): string {
  for (const main of ['main', 'origin/main']) {
    try {
      const options = { cwd: root, encoding: 'utf8', stdio: 'pipe' } as const
      return execFileSync('git', ['merge-base', 'HEAD', main], options).trim()
    } catch {
      // Git has said that there is no such branch.
    }
  }
  return 'HEAD'
}
