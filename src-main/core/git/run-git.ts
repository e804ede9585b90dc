import { type GitCall, GitRefusal, MAX_OUTPUT, startGit } from './git-process.ts'

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

const TOO_MUCH = 'Git printed more than 256 MB. Ask for less: a path, or fewer commits.'

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
