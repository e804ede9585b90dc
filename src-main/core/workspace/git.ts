import { type ChildProcessWithoutNullStreams, execFile, spawn, spawnSync } from 'node:child_process'
import type { Hash } from '#shared/ids.ts'
import { toProgramEnvironment } from '../program-environment.ts'
import { releasePipes } from './release-pipes.ts'

/**
 * A repository's own configuration may name programs. None of what we ask of git needs one, so they are
 * switched off; and nothing may be fetched.
 */
export const SAFE: readonly string[] = [
  'fsmonitor=false',
  'hooksPath=/dev/null',
  'untrackedCache=false',
]
  .map((setting) => `core.${setting}`)
  .concat('protocol.allow=never', 'safe.directory=*', 'core.quotePath=false')
  .flatMap((setting) => ['-c', setting])

const MAX_OUTPUT = 1 << 30

/** Git asks nobody, locks nothing, fetches nothing, and gets no secrets: a repository may name programs. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  return {
    ...toProgramEnvironment(process.env),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  }
}

/**
 * What git prints, or `undefined` where there is no git, no repository, or nothing to answer with.
 * Holds the thread: for workers.
 */
export function askGit(
  folder: string,
  args: readonly string[],
  input?: string,
): Buffer | undefined {
  const { status, stdout } = spawnSync('git', [...SAFE, ...args], {
    cwd: folder,
    env: gitEnvironment(),
    maxBuffer: MAX_OUTPUT,
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
    ...(input !== undefined && { input }),
  })
  return status === 0 ? stdout : undefined
}

/**
 * What git came to: `problem` is what it said where it failed, or why it could not be asked; `exitCode` is known
 * where it came to an end by itself.
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

/** Asks git, or has it do something, as safely as `askGit` does. */
export async function runGit(
  folder: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitAnswer> {
  using _ = releasePipes(folder)
  const env = { ...gitEnvironment(), GIT_LFS_SKIP_SMUDGE: '1' }
  return await run(folder, [...SAFE, ...args], { ...options, env })
}

function run(
  folder: string,
  args: readonly string[],
  { input, env, ...options }: GitOptions & { readonly env: NodeJS.ProcessEnv },
): Promise<GitAnswer> {
  const own = { ...env, ...placesIn(options) }
  return new Promise((resolve) => {
    const child = execFile(
      'git',
      args,
      { cwd: folder, env: own, maxBuffer: MAX_OUTPUT, windowsHide: true },
      (error, output, said) => {
        if (!error) return resolve({ output })
        const problem = said.trim() || output.trim() || error.message
        resolve({ problem, ...(typeof error.code === 'number' && { exitCode: error.code }) })
      },
    )
    // One that ended before it read all of it says so by its answer.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

function placesIn({ indexFile, objects }: GitOptions): NodeJS.ProcessEnv {
  return {
    ...(indexFile !== undefined && { GIT_INDEX_FILE: indexFile }),
    ...(objects && {
      GIT_OBJECT_DIRECTORY: objects.folder,
      // Quoted: its name may hold what git separates several by.
      GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(objects.besides),
    }),
  }
}

interface Waiting {
  readonly resolve: (content: Uint8Array | undefined) => void
}

/** Reads objects of a repository through one `git cat-file --batch`, started when first needed. */
export class GitObjects implements AsyncDisposable {
  readonly #folder: string
  #child: ChildProcessWithoutNullStreams | undefined
  #ended: Promise<void> = Promise.resolve()
  #waiting: Waiting[] = []
  #chunks: Buffer[] = []
  #bytes = 0
  /** Bytes the answer being read has in all, header and line end included; 0 before its header. */
  #needed = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  /** `undefined` where the repository has no such object. */
  read(hash: Hash): Promise<Uint8Array | undefined> {
    const child = this.#child ?? this.#start()
    return new Promise((resolve) => {
      this.#waiting.push({ resolve })
      child.stdin.write(`${hash.slice('git:'.length)}\n`)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child?.stdin.end()
    this.#child?.kill()
    await this.#ended
  }

  #start(): ChildProcessWithoutNullStreams {
    const child = spawn('git', [...SAFE, 'cat-file', '--batch'], {
      cwd: this.#folder,
      env: gitEnvironment(),
      windowsHide: true,
    })
    this.#child = child
    this.#ended = new Promise((resolve) => {
      const onEnd = () => {
        this.#forget()
        resolve()
      }
      child.once('close', onEnd)
      child.once('error', onEnd)
    })
    child.stdin.on('error', () => this.#forget())
    child.stderr.resume()
    child.stdout.on('data', (chunk: Buffer) => this.#take(chunk))
    return child
  }

  #forget(): void {
    this.#child = undefined
    this.#chunks = []
    this.#bytes = 0
    this.#needed = 0
    for (const { resolve } of this.#waiting.splice(0)) resolve(undefined)
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    while (this.#bytes > 0 && this.#bytes >= this.#needed && this.#answer()) {
      // Each turn answers one question.
    }
  }

  /** Answers the oldest question, if all of its answer is here. */
  #answer(): boolean {
    const buffer = Buffer.concat(this.#chunks)
    this.#chunks = [buffer]
    const headerEnd = buffer.indexOf('\n')
    if (headerEnd < 0) return false
    const size = /^\S+ \S+ (\d+)$/u.exec(buffer.toString('latin1', 0, headerEnd))?.[1]
    const contentEnd = headerEnd + 1 + Number(size ?? 0)
    this.#needed = size === undefined ? contentEnd : contentEnd + 1
    if (buffer.length < this.#needed) return false
    const content = size === undefined ? undefined : buffer.subarray(headerEnd + 1, contentEnd)
    this.#chunks = [buffer.subarray(this.#needed)]
    this.#bytes = buffer.length - this.#needed
    this.#needed = 0
    this.#waiting.shift()?.resolve(content)
    return true
  }
}
