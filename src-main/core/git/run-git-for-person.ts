import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { LEADS_GROUP, startGitForPerson } from './git-process.ts'
import type { GitAnswer } from './run-git.ts'

interface PersonGitOptions {
  /** On its standard input. */
  readonly input: string | Uint8Array
  /** Instead of the repository's own. */
  readonly indexFile?: string
  /** Ends it together with the hooks and filters that it runs. */
  readonly signal: AbortSignal
}

/**
 * Has git do what a person asked for, as it would for them: with their environment, hooks and filters. The caller has
 * checked that the person trusts what the repository names (`ProjectTrust.checkGit`).
 */
export function runGitForPerson(
  folder: string,
  args: readonly string[],
  { input, indexFile, signal }: PersonGitOptions,
): Promise<GitAnswer> {
  if (signal.aborted) return Promise.resolve({ problem: ENDED })
  const env = indexFile === undefined ? {} : { GIT_INDEX_FILE: indexFile }
  const child = startGitForPerson({ folder, args, env })
  const end = () => endWithHooks(child)
  signal.addEventListener('abort', end, { once: true })
  // One that ended before it read all of it says so by its answer.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return hear(child, signal).finally(() => signal.removeEventListener('abort', end))
}

const ENDED = 'It was ended before it was done.'

function endWithHooks(child: ChildProcessWithoutNullStreams): void {
  const isOver = child.exitCode !== null || child.signalCode !== null
  if (LEADS_GROUP && child.pid !== undefined && !isOver) process.kill(-child.pid)
  else child.kill()
  // What a hook left running may hold them open.
  child.stdout.destroy()
  child.stderr.destroy()
}

/** More than this of what hooks print is dropped. */
const MOST_HEARD = 64 * 1024

function hear(child: ChildProcessWithoutNullStreams, signal: AbortSignal): Promise<GitAnswer> {
  const heard = { output: '', said: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    heard.output = (heard.output + text).slice(0, MOST_HEARD)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    heard.said = (heard.said + text).slice(0, MOST_HEARD)
  })
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve({ problem: message }))
    child.once('close', (code) => {
      if (code === 0) resolve({ output: heard.output })
      else if (signal.aborted) resolve({ problem: ENDED })
      else
        resolve({ problem: heard.said.trim() || heard.output.trim() || `Git ended with ${code}.` })
    })
  })
}
