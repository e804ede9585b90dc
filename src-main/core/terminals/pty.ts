import { constants } from 'node:os'
import type { IPty } from 'node-pty'
import { z } from 'zod'
import { AppError } from '#shared/error.ts'
import { explainNative } from '../native-part.ts'
import { holdTerminal } from './held-terminal.ts'
import {
  foregroundOf,
  isAloneInGroup,
  isStill,
  signalTerminal,
  TERMINAL_MARK,
} from './processes.ts'

export interface PtySize {
  readonly cols: number
  readonly rows: number
}

/** `exitCode` is `null` where a signal ended it. */
export interface PtyExit {
  readonly exitCode: number | null
  readonly signal?: string
}

/** The part of a pseudoterminal we use. */
export interface Pty {
  readonly pid: number
  /**
   * Whether what is typed goes to the program that was started, and to none that it started or became
   * since; known on Linux alone.
   */
  readonly isInForeground: boolean
  /** Resolves when it has ended and all it printed was told. */
  readonly exited: Promise<PtyExit>
  onData(listener: (data: string) => void): Disposable
  write(data: string): void
  resize(size: PtySize): void
  pause(): void
  resume(): void
  /**
   * Ends it with all it started, detached processes included if it has a mark: asks, then insists.
   * Resolves once it has exited.
   */
  end(): Promise<void>
}

export interface PtyOptions extends PtySize {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

export type SpawnPty = (options: PtyOptions) => Promise<Pty>

/** How long a program has to end by itself when asked to. */
const GRACE_MS = 500

/** Fails with what to do where node-pty's native part does not load. */
export async function loadPty(): Promise<Pick<typeof import('node-pty'), 'spawn'>> {
  try {
    return await import('node-pty')
  } catch (error) {
    throw explainNative(error) ?? error
  }
}

/** Starts a program on a pseudoterminal of its own, as the leader of its own process group. */
export async function spawnPty({ file, args, cwd, env, cols, rows }: PtyOptions): Promise<Pty> {
  const { spawn } = await loadPty()
  try {
    const options = { name: 'xterm-256color', cwd, env: { ...env }, cols, rows }
    return new NodePty(spawn(file, [...args], options), { file, args, env })
  } catch (cause) {
    throw new AppError('unavailable', `${file} could not be started on a terminal.`, { cause })
  }
}

class NodePty implements Pty {
  readonly #pty: IPty
  readonly #program: Pick<PtyOptions, 'file' | 'args' | 'env'>
  readonly exited: Promise<PtyExit>
  #hasExited = false

  constructor(pty: IPty, program: Pick<PtyOptions, 'file' | 'args' | 'env'>) {
    this.#pty = pty
    this.#program = program
    const held = hold(pty)
    this.exited = new Promise((resolve) => {
      pty.onExit(({ exitCode, signal }) => {
        this.#hasExited = true
        held?.[Symbol.dispose]()
        resolve(signal ? { exitCode: null, signal: nameOf(signal) } : { exitCode })
      })
    })
  }

  get pid(): number {
    return this.#pty.pid
  }

  get isInForeground(): boolean {
    if (this.#hasExited || foregroundOf(this.pid) !== this.pid) return false
    const { file, args } = this.#program
    return isAloneInGroup(this.pid) && isStill(this.pid, file, args)
  }

  onData(listener: (data: string) => void): Disposable {
    const listening = this.#pty.onData(listener)
    return { [Symbol.dispose]: () => listening.dispose() }
  }

  write(data: string): void {
    if (!this.#hasExited) this.#pty.write(data)
  }

  resize({ cols, rows }: PtySize): void {
    if (!this.#hasExited) this.#pty.resize(cols, rows)
  }

  pause(): void {
    this.#pty.pause()
  }

  resume(): void {
    this.#pty.resume()
  }

  async end(): Promise<void> {
    // A paused terminal would never see its end.
    this.resume()
    this.#signal('SIGHUP')
    this.#signal('SIGTERM')
    const insist = setTimeout(() => this.#signal('SIGKILL'), GRACE_MS)
    await this.exited
    clearTimeout(insist)
    this.#signal('SIGKILL')
  }

  #signal(signal: NodeJS.Signals): void {
    const mark = this.#program.env[TERMINAL_MARK]
    if (process.platform !== 'win32') signalTerminal(this.pid, signal, mark)
    else if (!this.#hasExited) this.#pty.kill()
  }
}

/** node-pty knows the name of the terminal's file, and its types do not. */
const UnixPty = z.object({ ptsName: z.string() })

function hold(pty: IPty): Disposable | undefined {
  if (process.platform === 'win32') return undefined
  try {
    return holdTerminal({ path: UnixPty.parse(pty).ptsName, leader: pty.pid })
  } catch (error) {
    signalTerminal(pty.pid, 'SIGKILL')
    throw error
  }
}

function nameOf(signal: number): string {
  const found = Object.entries(constants.signals).find(([, number]) => number === signal)
  return found?.[0] ?? `signal ${signal}`
}
