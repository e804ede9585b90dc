import { basename } from 'node:path'
import type { PersonTerminal as Description } from '#shared/contract/procedures/terminals.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { SessionId, TerminalId, TerminalReaderId } from '#shared/lib/ids.ts'
import { addPersonProgram } from '../processes/agent-processes.ts'
import { toPersonEnvironment } from '../programs/program-environment.ts'
import type { Ids } from '../runtime/ids.ts'
import { type OutputPiece, PersonTerminal, type Reading } from './person-terminal.ts'
import { type Pty, type PtySize, type SpawnPty, spawnPty } from './pty.ts'
import { SavedTerminals } from './scrollback.ts'

/** What was printed is saved this long after it was. */
const SAVE_AFTER_MS = 1_000

export interface PersonTerminalsOptions {
  /** Where scrollback is kept, so that it is there after a restart. */
  readonly dataDir: string
  readonly ids: Pick<Ids, 'terminal'>
  readonly env: Readonly<Record<string, string | undefined>>
  /** A terminal of the session was opened, has ended, or was closed. */
  readonly onDidChange?: (sessionId: SessionId) => void
  readonly spawn?: SpawnPty
}

/** A command that the project names, in a terminal that a person sees. */
export interface PreparedCommand {
  readonly command: string
  readonly title: string
  readonly env: Readonly<Record<string, string>>
}

/** The terminals people opened. Disposing ends every process and saves what was printed. */
export class PersonTerminals implements AsyncDisposable {
  readonly #options: PersonTerminalsOptions
  readonly #saved: SavedTerminals
  readonly #terminals = new Map<TerminalId, PersonTerminal>()
  readonly #saving = new Map<TerminalId, NodeJS.Timeout>()
  /** Writes under way, one after the other. */
  #written: Promise<unknown> = Promise.resolve()
  #loaded: Promise<void> | undefined
  #nextOrder = 0

  constructor(options: PersonTerminalsOptions) {
    this.#options = options
    this.#saved = new SavedTerminals(options.dataDir)
  }

  /**
   * Opens the person's shell with the person's environment, or has it run one command of the project's
   * with `env` and exit.
   */
  async open(
    sessionId: SessionId,
    cwd: string,
    size: PtySize,
    running?: PreparedCommand,
  ): Promise<TerminalId> {
    await this.#load()
    const { env, ids, spawn = spawnPty } = this.#options
    const file = toShell(env)
    const own = running?.env ?? toPersonEnvironment(env)
    const args = running ? toArgs(running.command) : []
    const pty = await spawn({ file, args, cwd, env: own, ...size })
    if (!running) countAsPersons(pty)
    const id = ids.terminal()
    const title = this.#distinguish(running?.title ?? basename(file), sessionId)
    const identity = { id, sessionId, title, order: this.#nextOrder++ }
    const terminal = PersonTerminal.live(identity, pty, {
      output: () => this.#saveSoon(terminal),
      exit: () => this.#exited(terminal),
    })
    this.#terminals.set(id, terminal)
    this.#options.onDidChange?.(sessionId)
    return id
  }

  write(terminalId: TerminalId, data: string, readerId: TerminalReaderId): void {
    this.#get(terminalId).write(data, readerId)
  }

  /** Resolves once its program has ended: its exit code, or `null` where a signal ended it. */
  exited(terminalId: TerminalId): Promise<number | null> {
    return this.#get(terminalId).exited()
  }

  /** Returns what a terminal has printed, as far as it is kept; `undefined` if it was closed. */
  findOutput(terminalId: TerminalId): string | undefined {
    return this.#terminals.get(terminalId)?.toSaved().text
  }

  resize(terminalId: TerminalId, size: PtySize): void {
    this.#get(terminalId).resize(size)
  }

  /** Undoes what a program left behind in the terminal's state. */
  async reset(terminalId: TerminalId): Promise<void> {
    await this.#load()
    const terminal = this.#get(terminalId)
    terminal.reset()
    this.#saveSoon(terminal)
  }

  /** Ends its process and forgets it. */
  async close(terminalId: TerminalId): Promise<void> {
    await this.#load()
    const terminal = this.#get(terminalId)
    this.#terminals.delete(terminalId)
    await terminal.end()
    terminal[Symbol.dispose]()
    this.#cancelSave(terminalId)
    await this.#write(() => this.#saved.remove(terminalId))
    this.#options.onDidChange?.(terminal.identity.sessionId)
  }

  /** Forgets all of a session. */
  async closeAll(sessionId: SessionId): Promise<void> {
    for (const { id } of await this.list(sessionId)) await this.close(id)
  }

  /** Oldest first; those of before a restart too, with what they had printed. */
  async list(sessionId: SessionId): Promise<readonly Description[]> {
    await this.#load()
    return [...this.#terminals.values()]
      .filter(({ identity }) => identity.sessionId === sessionId)
      .map((terminal) => terminal.describe())
  }

  async *output(
    terminalId: TerminalId,
    reading: Reading,
    signal: AbortSignal,
  ): AsyncGenerator<OutputPiece> {
    await this.#load()
    yield* this.#get(terminalId).output(reading, signal)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loaded
    const terminals = [...this.#terminals.values()]
    await Promise.all(terminals.map((terminal) => terminal.end()))
    for (const terminal of terminals) terminal[Symbol.dispose]()
    for (const terminal of terminals) {
      if (this.#saving.has(terminal.identity.id)) this.#saveNow(terminal)
    }
    this.#terminals.clear()
    await this.#written
  }

  /** `bash`, and beside one `bash 2`: the first number that no other of the session has. */
  #distinguish(title: string, sessionId: SessionId): string {
    const others = [...this.#terminals.values()].map(({ identity }) => identity)
    const taken = new Set(
      others.filter((one) => one.sessionId === sessionId).map((one) => one.title),
    )
    let number = 1
    const numbered = () => (number === 1 ? title : `${title} ${number}`)
    while (taken.has(numbered())) number += 1
    return numbered()
  }

  #load(): Promise<void> {
    this.#loaded ??= this.#readSaved()
    return this.#loaded
  }

  async #readSaved(): Promise<void> {
    for (const saved of await this.#saved.readAll()) {
      this.#terminals.set(saved.id, PersonTerminal.saved(saved))
      this.#nextOrder = saved.order + 1
    }
  }

  #get(terminalId: TerminalId): PersonTerminal {
    const terminal = this.#terminals.get(terminalId)
    if (!terminal) throw new AppError('not-found', 'That terminal was closed.')
    return terminal
  }

  #exited(terminal: PersonTerminal): void {
    const { id, sessionId } = terminal.identity
    if (!this.#terminals.has(id)) return
    this.#saveNow(terminal)
    this.#options.onDidChange?.(sessionId)
  }

  #saveSoon(terminal: PersonTerminal): void {
    const { id } = terminal.identity
    if (this.#saving.has(id) || !this.#terminals.has(id)) return
    this.#saving.set(
      id,
      setTimeout(() => this.#saveNow(terminal), SAVE_AFTER_MS),
    )
  }

  #saveNow(terminal: PersonTerminal): void {
    this.#cancelSave(terminal.identity.id)
    const saved = terminal.toSaved()
    // Without room on the disk the terminal goes on: only what it printed is not kept.
    this.#write(() => this.#saved.write(saved)).catch(() => {})
  }

  #cancelSave(id: TerminalId): void {
    clearTimeout(this.#saving.get(id))
    this.#saving.delete(id)
  }

  #write(work: () => Promise<void>): Promise<void> {
    const written = this.#written.then(work)
    this.#written = written.catch(() => {})
    return written
  }
}

function countAsPersons({ pid, exited }: Pty): void {
  const counted = addPersonProgram(pid)
  void exited.finally(() => counted[Symbol.dispose]())
}

function toArgs(command: string): readonly string[] {
  return process.platform === 'win32' ? ['-Command', command] : ['-c', command]
}

function toShell(env: PersonTerminalsOptions['env']): string {
  if (process.platform === 'win32') return 'powershell.exe'
  return env['SHELL'] ?? '/bin/bash'
}
