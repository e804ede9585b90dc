import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#shared/lib/app-error.ts'
import { ellipsizeStart, takeStart } from '#shared/lib/truncate-text.ts'
import type { AgentEnvironment } from '../../../processes/agent-environment.ts'
import { signalProgram } from '../../../processes/processes.ts'
import { toProgramPath } from '../../../programs/find-program.ts'

/** How long a program has to end by itself when asked to. */
const GRACE_MS = 500

const KEPT = 4000

/** No secret is as long: what is cut here inside of one is cut away with what is told. */
export const ROUGH_CHARS = 16_384

export interface ProgramOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Pick<AgentEnvironment, 'read'>
  /** Added to it, as they are. */
  readonly more?: Readonly<Record<string, string>> | undefined
}

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
  const path = toProgramPath(command, { folder: cwd, env: own })
  const child = spawn(path, [...args], { cwd, env: own, detached, windowsHide: true })
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

export type Redact = (text: string) => string

interface Shortening {
  readonly chars: number
  readonly redact: Redact
}

/**
 * The beginning of a text, without known secrets: they are taken out before it is cut, for half of one
 * would not be found any more. What is told of may be far longer, and is not read to its end.
 */
export function shorten(
  text: string,
  { chars, redact, ending = '…' }: Shortening & { readonly ending?: string },
): string {
  const rough = redact(text.slice(0, ROUGH_CHARS))
  if (text.length <= ROUGH_CHARS && rough.length <= chars) return rough
  return `${takeStart(rough, chars)}${ending}`
}

/** The same of its end. */
export function lastOf(text: string, { chars, redact }: Shortening): string {
  return ellipsizeStart(redact(text.slice(-ROUGH_CHARS)), chars)
}

/** What a program printed, as far as it was not told yet: the end of it, without known secrets. */
export class RecentOutput {
  readonly #redact: Redact
  #text = ''
  #printed = 0

  constructor(redact: Redact) {
    this.#redact = redact
  }

  add(text: string): void {
    this.#printed += text.length
    this.#text = (this.#text + text).slice(-ROUGH_CHARS)
  }

  /** All of it, which is then told. */
  take(): string {
    const end = lastOf(this.#text, { chars: KEPT, redact: this.#redact })
    const leftOut = this.#printed - KEPT
    const left = leftOut > 0 ? `[${leftOut} characters left out]\n` : ''
    this.#text = ''
    this.#printed = 0
    return left + end.trimEnd()
  }
}
