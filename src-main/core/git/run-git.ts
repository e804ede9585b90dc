import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type GitCall, GitRefusal, MAX_OUTPUT, startGit } from './git-process.ts'

/** The first whose worktrees are made and removed as Orrery does it. */
const OLDEST: readonly [major: number, minor: number] = [2, 31]

const TOO_MUCH = 'Git printed more than 256 MB. Ask for less: a path, or fewer commits.'

/**
 * Git's output, or why it failed: its error message, or the reason it couldn't start. `exitCode` is set if git exited
 * by itself.
 */
export type GitAnswer =
  | { readonly output: string; readonly problem?: undefined; readonly exitCode?: undefined }
  | { readonly output?: undefined; readonly problem: string; readonly exitCode?: number }

export interface GitOptions {
  /** On its standard input. */
  readonly input?: string | Uint8Array
  /** Instead of the repository's own. */
  readonly indexFile?: string
  /** Objects are written to `folder`, and read there and in `besides`. */
  readonly objects?: { readonly folder: string; readonly besides: string }
}

/** Runs git to its end, as safely as `startGit` does. */
export async function runGit(
  folder: string,
  args: readonly string[],
  { input, ...options }: GitOptions = {},
): Promise<GitAnswer> {
  const call: GitCall = { folder, args, env: placesIn(options) }
  const child = await startGit(call).catch(ifRefused)
  if (child instanceof GitRefusal) return { problem: child.message }
  child.stdin.end(input)
  const output: Buffer[] = []
  const problem: Buffer[] = []
  let size = 0
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MAX_OUTPUT) child.kill()
    else output.push(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => problem.push(chunk))
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve({ problem: message }))
    child.once('close', (exitCode) => {
      if (size > MAX_OUTPUT) return resolve({ problem: TOO_MUCH })
      const printed = Buffer.concat(output).toString('utf8')
      if (exitCode === 0) return resolve({ output: printed })
      const said = Buffer.concat(problem).toString('utf8').trim() || printed.trim()
      resolve({
        problem: said || `Git exited with ${exitCode ?? child.signalCode}.`,
        ...(exitCode !== null && { exitCode }),
      })
    })
  })
}

function ifRefused(error: unknown): GitRefusal {
  if (error instanceof GitRefusal) return error
  throw error
}

function placesIn({ indexFile, objects }: Omit<GitOptions, 'input'>): NodeJS.ProcessEnv {
  return {
    ...(indexFile !== undefined && { GIT_INDEX_FILE: indexFile }),
    ...(objects && {
      GIT_OBJECT_DIRECTORY: objects.folder,
      // Quoted: its name may hold what git separates several by.
      GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(objects.besides),
    }),
  }
}

/** Whether there is git on this machine, and one that can do what is asked of it. */
type GitState =
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

/**
 * Returns the folder of the git repository that a folder belongs to: the nearest that has a `.git`, the
 * folder itself included. `undefined` if there is none, or if it belongs to another user: like git,
 * which refuses such a repository, Orrery takes nothing from it.
 */
export async function findRepository(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const found = await lstat(join(at, '.git')).catch(() => undefined)
    if (found) return (await isTrusted(found.uid, folder)) ? at : undefined
    if (dirname(at) === at) return undefined
  }
}

async function isTrusted(owner: number, folder: string): Promise<boolean> {
  if (!process.getuid) return true
  return owner === process.getuid() || owner === (await lstat(folder)).uid
}
