import { runGit } from '../git/run-git.ts'

/** Where the origin does not say which it is. */
const USUAL = ['main', 'master', 'trunk']

/** The branch that others begin from, as a person names it; `undefined` where git knows none. */
export async function findBase(root: string): Promise<string | undefined> {
  const told = await runGit(root, ['symbolic-ref', '--short', '-q', 'refs/remotes/origin/HEAD'])
  if (told.output) return told.output.trim().replace(/^origin\//, '')
  const refs = USUAL.flatMap((name) => [`refs/heads/${name}`, `refs/remotes/origin/${name}`])
  const found = await runGit(root, ['for-each-ref', '--format=%(refname:lstrip=-1)', ...refs])
  const names = found.output?.split('\n') ?? []
  return USUAL.find((name) => names.includes(name))
}
