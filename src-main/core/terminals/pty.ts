import { closeSync, constants as fileConstants, openSync } from 'node:fs'
import { constants } from 'node:os'
import type { IPty } from 'node-pty'
import { z } from 'zod'
import { AppError } from '#shared/lib/app-error.ts'
import {
  foregroundOf,
  hasEnded,
  isAloneInGroup,
  isStill,
  signalTerminal,
  TERMINAL_MARK,
} from '../processes/processes.ts'
import { toProgramPath } from '../programs/find-program.ts'
import { explainNative } from '../runtime/native-part.ts'

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

interface PtyOptions extends PtySize {
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
    const path = toProgramPath(file, { folder: cwd, env })
    return new NodePty(spawn(path, [...args], options), { file: path, args, env })
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

interface TerminalPlace {
  /** The file of the program's side. */
  readonly path: string
  /** The child of this process that it was opened for. */
  readonly leader: number
}

/**
 * Has a terminal open until its program has ended, or this is disposed of. One that nobody has open
 * any more is hung up, which kills a program that runs on: it may have sent its output elsewhere, and
 * most small ones close theirs a moment before they exit.
 */
function holdTerminal({ path, leader }: TerminalPlace): Disposable {
  // Without NOCTTY it could become the terminal of this process.
  const held = openSync(path, fileConstants.O_RDWR | fileConstants.O_NOCTTY)
  const holding = new DisposableStack()
  holding.defer(() => closeSync(held))
  holding.use(onceEnded(leader, () => holding.dispose()))
  return holding
}

interface Child {
  readonly pid: number
  readonly onEnded: () => void
}

// The signal is the process's own, and there may be many children: one listener looks after all.
const waiting = new Set<Child>()

/**
 * Tells at once that a child of this process has ended, whoever collects it. On Windows it never does.
 * Disposing of it stops the waiting.
 */
function onceEnded(pid: number, onEnded: () => void): Disposable {
  const child = { pid, onEnded }
  if (waiting.size === 0) process.on('SIGCHLD', tellEnded)
  waiting.add(child)
  // It may have ended before anybody listened.
  queueMicrotask(tellEnded)
  return { [Symbol.dispose]: () => forget(child) }
}

function tellEnded(): void {
  const ended = [...waiting].filter(({ pid }) => hasEnded(pid))
  for (const child of ended) {
    forget(child)
    child.onEnded()
  }
}

function forget(child: Child): void {
  if (waiting.delete(child) && waiting.size === 0) process.off('SIGCHLD', tellEnded)
}
