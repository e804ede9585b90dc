import { runGit } from './run-git.ts'

/** The first whose worktrees are made and removed as Orrery does it. */
const OLDEST: readonly [major: number, minor: number] = [2, 31]

/** Whether there is git on this machine, and one that can do what is asked of it. */
export type GitState =
  | { readonly type: 'fine' | 'absent' }
  | { readonly type: 'old'; readonly version: string; readonly oldest: string }

export async function findGit(folder: string): Promise<GitState> {
  const { output, problem } = await runGit(folder, ['version'])
  if (problem !== undefined) return { type: 'absent' }
  const [, version = '', major = '', minor = ''] = /(?<!\d)((\d+)\.(\d+)[.\d]*)/.exec(output) ?? []
  if (version === '' || isEnough(Number(major), Number(minor))) return { type: 'fine' }
  return { type: 'old', version: version.replace(/\.$/, ''), oldest: OLDEST.join('.') }
}

function isEnough(major: number, minor: number): boolean {
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}
