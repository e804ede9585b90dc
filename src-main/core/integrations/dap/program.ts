import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#shared/error.ts'
import type { AgentEnvironment } from '../../agent-environment.ts'
import { signalProgram } from '../../terminals/processes.ts'
import { ROUGH_CHARS } from './shorten.ts'

export interface ProgramOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Pick<AgentEnvironment, 'read'>
  /** Added to it, as they are. */
  readonly more?: Readonly<Record<string, string>> | undefined
}

/** How long a program has to end by itself when asked to. */
const GRACE_MS = 500

/** A program of its own process group. Disposing of it ends it with all it started. */
export class Program implements AsyncDisposable {
  readonly child: ChildProcessWithoutNullStreams
  /** Resolves once it has ended and all it printed was read: with its exit code, `null` after a signal. */
  readonly exited: Promise<number | null>
  #lastWords = ''

  constructor(child: ChildProcessWithoutNullStreams) {
    this.child = child
    this.exited = new Promise((resolve) => child.once('close', (code) => resolve(code)))
    child.once('exit', () => void this.#letGo())
    child.stderr.on('data', (chunk: Buffer) => {
      this.#lastWords = (this.#lastWords + chunk.toString('utf8')).slice(-ROUGH_CHARS)
    })
    // A program that has ended takes nothing any more.
    child.stdin.on('error', () => {})
  }

  /** What it wrote last to its error stream. */
  get lastWords(): string {
    return this.#lastWords.trim()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    signalProgram(this.child, 'SIGTERM')
    const insist = setTimeout(() => signalProgram(this.child, 'SIGKILL'), GRACE_MS)
    await this.exited
    clearTimeout(insist)
    signalProgram(this.child, 'SIGKILL')
  }

  /** What it has started, and does not belong to it any more, may hold its streams open for ever. */
  async #letGo(): Promise<void> {
    const closed = new AbortController()
    void this.exited.then(() => closed.abort())
    await delay(GRACE_MS, undefined, { signal: closed.signal }).catch(() => undefined)
    this.child.stdout.destroy()
    this.child.stderr.destroy()
  }
}

/** Starts it. Fails with a sentence where there is no such program. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { command, args, cwd, env, more } = options
  const own = { ...env.read(), ...more }
  const detached = process.platform !== 'win32'
  const child = spawn(command, [...args], { cwd, env: own, detached, windowsHide: true })
  const program = new Program(child)
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'ENOENT' ? 'there is no such program' : cause.message
      reject(new AppError('unavailable', `${command} could not be started: ${why}.`, { cause }))
    })
  })
  // What else fails shows in how it ends.
  child.on('error', () => {})
  return program
}
