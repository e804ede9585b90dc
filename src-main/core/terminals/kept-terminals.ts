import { existsSync } from 'node:fs'
import { AppError } from '#shared/lib/app-error.ts'
import type { SessionId, SpanId } from '#shared/lib/ids.ts'
import type { AgentEnvironment } from '../processes/agent-environment.ts'
import { signalTerminal } from '../processes/processes.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Redactor } from '../secrets/redactor.ts'
import { AGENT_TERMINAL } from './agent-terminal.ts'
import { AgentTerminalRecorder, type TerminalLog } from './agent-terminal-recorder.ts'
import { KeptTerminal } from './kept-terminal.ts'
import { type Pty, type SpawnPty, spawnPty } from './pty.ts'
import { type AgentTerminals, TerminalHold } from './terminal-handover.ts'

interface KeptTerminalsOptions {
  readonly sessionId: SessionId
  /** Where they start. */
  readonly cwd: string
  readonly env: Pick<AgentEnvironment, 'read'>
  readonly clock: Clock
  readonly secrets: Pick<Redactor, 'stream'>
  /** Where people find them, to take. */
  readonly takeable: AgentTerminals
  /** Where one is written down; `onCut` is called where its span is ended before it is. */
  readonly logOf: (spanId: SpanId, onCut: () => void) => TerminalLog
  readonly spawn?: SpawnPty
}

interface KeptOpening {
  /** Absent: a shell. */
  readonly command?: string | undefined
  /** As people see it. */
  readonly title: string
  readonly spanId: SpanId
  readonly agentId: SpanId
}

/** More than so many of one run at once are too many for anybody to look after. */
const MAX_RUNNING = 16

/** The terminals that the agents of one run keep. Disposing ends them, and resolves once that is written. */
export class KeptTerminals implements AsyncDisposable {
  readonly #options: KeptTerminalsOptions
  readonly #terminals = new Map<string, KeptTerminal>()
  readonly #ended = new Set<Promise<void>>()
  #started = 0
  #isOver = false

  constructor(options: KeptTerminalsOptions) {
    this.#options = options
  }

  /** In the order they were started, those that have ended too. */
  list(): readonly KeptTerminal[] {
    return [...this.#terminals.values()]
  }

  find(name: string): KeptTerminal | undefined {
    return this.#terminals.get(name)
  }

  async start(opening: KeptOpening): Promise<KeptTerminal> {
    const { command, title, spanId, agentId } = opening
    if (command?.includes('\0')) throw new AppError('invalid-input', 'A command holds no NUL.')
    this.#refuseMore()
    const { cwd, clock, secrets, logOf, spawn = spawnPty } = this.#options
    this.#started += 1
    const name = `terminal-${this.#started}`
    let pty: Pty | undefined
    let isCut = false
    const onCut = () => {
      isCut = true
      void pty?.end()
    }
    const recorder = new AgentTerminalRecorder(logOf(spanId, onCut), { spanId, agentId })
    await recorder.opened({ title, command: command ?? 'a shell', cwd, name, ...AGENT_TERMINAL })
    try {
      pty = await spawn({ ...toProgram(command), cwd, env: this.#environment(), ...AGENT_TERMINAL })
    } catch (error) {
      await recorder.ended({ exitCode: null })
      throw error
    }
    const hold = new TerminalHold(clock, (holder) => recorder.taken(holder))
    const terminal = new KeptTerminal({ name, command, spanId, pty, hold, size: AGENT_TERMINAL })
    this.#terminals.set(name, terminal)
    const output = secrets.stream((text) => {
      // What it says when its end is written already is not of the log.
      if (!isCut) recorder.output(text)
      terminal.printed(text)
    })
    this.#watch(this.#record({ terminal, pty, hold, recorder, output }))
    // What ends all of them may have come while it was started.
    if (this.#isOver || isCut) await terminal.stop()
    return terminal
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    await Promise.all(this.list().map((one) => one[Symbol.asyncDispose]()))
    await Promise.all(this.#ended)
  }

  async #record({ terminal, pty, hold, recorder, output }: Recorded): Promise<void> {
    const { takeable, sessionId } = this.#options
    using _listening = pty.onData((text) => output.write(text))
    using _held = hold.begin({
      write: (data) => pty.write(data),
      pauseTime: () => {},
      resumeTime: () => {},
    })
    using _takeable = takeable.add(sessionId, terminal.spanId, hold)
    const exit = await pty.exited
    if (process.platform !== 'win32') signalTerminal(pty.pid, 'SIGKILL')
    output.end()
    terminal.ended(exit)
    await recorder.ended(exit)
  }

  /** Its end is awaited when all of them end, and a failure told then. */
  #watch(ended: Promise<void>): void {
    this.#ended.add(ended)
    ended.catch(() => {})
  }

  #refuseMore(): void {
    if (this.#isOver) throw new AppError('cancelled', 'The run has ended.')
    if (this.list().filter(({ exit }) => !exit).length < MAX_RUNNING) return
    const message = `${MAX_RUNNING} terminals run already. Stop one that is not needed any more.`
    throw new AppError('limit', message)
  }

  #environment(): Readonly<Record<string, string>> {
    // Nobody pages through anything; a shell reads no files of the person's, and keeps no history.
    const own = { PAGER: 'cat', GIT_PAGER: 'cat', PS1: '$ ', HISTFILE: '', PROMPT_COMMAND: '' }
    // Without a mark: what a person starts through a server of tmux that an agent started isn't the agent's.
    return { ...this.#options.env.read(), ...own }
  }
}

interface Recorded {
  readonly terminal: KeptTerminal
  readonly pty: Pty
  readonly hold: TerminalHold
  readonly recorder: AgentTerminalRecorder
  readonly output: { write(text: string): void; end(): void }
}

/** A shell as it is known to the judge of what is typed: without anything of the person's own. */
function toProgram(command: string | undefined) {
  const commands = command === undefined ? [] : [command]
  if (process.platform === 'win32') {
    const args = ['-NoProfile', ...(command === undefined ? [] : ['-Command', command])]
    return { file: 'powershell.exe', args }
  }
  if (!existsSync('/bin/bash')) {
    return { file: '/bin/sh', args: [command === undefined ? '-i' : '-c', ...commands] }
  }
  const plain = ['--noprofile', '--norc']
  return { file: '/bin/bash', args: [...plain, command === undefined ? '-i' : '-c', ...commands] }
}
