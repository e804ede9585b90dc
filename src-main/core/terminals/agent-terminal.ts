import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { stripEscapes } from '#shared/lib/strip-escapes.ts'
import { takeEnd } from '#shared/lib/truncate-text.ts'
import type { AgentEnvironment } from '../processes/agent-environment.ts'
import {
  listDetached,
  listLeft,
  type RunningProcess,
  signalTerminal,
  TERMINAL_MARK,
} from '../processes/processes.ts'
import { type Pty, type PtyExit, type SpawnPty, spawnPty } from './pty.ts'
import type { TerminalHold } from './terminal-handover.ts'
import { systemTimer, TimeLimit, type Timer } from './time-limit.ts'

export interface CommandOptions {
  readonly command: string
  readonly cwd: string
  readonly env: Pick<AgentEnvironment, 'read'>
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly cols?: number
  readonly rows?: number
  readonly onOutput: (text: string) => void
  readonly spawn?: SpawnPty
  /** What its time is taken by; the machine's unless given. */
  readonly timer?: Timer
  /** By which a person may take the terminal while the command runs. */
  readonly hold?: TerminalHold
}

/** `output` is without escape sequences; past a megabyte it is its beginning and its end. */
export interface CommandResult extends PtyExit {
  readonly output: string
  readonly leftOutChars: number
  readonly isTimedOut: boolean
  /** Background processes that were ended with the command; known on Linux alone. */
  readonly ended: readonly RunningProcess[]
  /** Processes that detached themselves and still run; known on Linux alone. */
  readonly detached: readonly RunningProcess[]
}

/** The size of a terminal that nobody looks at. */
export const AGENT_TERMINAL = { cols: 120, rows: 30 } as const

// Nobody is there to page through anything, or to answer.
const UNATTENDED = { PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' }

/**
 * Runs a shell command on a terminal to its end; what it left running is ended too, unless it detached
 * itself. An abort ends all of its processes, then rejects; a timeout does the same and resolves.
 */
export async function runCommand(options: CommandOptions): Promise<CommandResult> {
  const { signal, timeoutMs, onOutput, timer = systemTimer } = options
  signal.throwIfAborted()
  const mark = randomUUID()
  const pty = await start(options, mark)
  const output = new BoundedOutput()
  using _listening = pty.onData((text) => {
    output.add(text)
    onOutput(text)
  })
  let isTimedOut = false
  let ending: Promise<void> | undefined
  const end = () => {
    ending ??= pty.end()
  }
  using _aborting = onceAborted(signal, end)
  using limit = new TimeLimit(timer, timeoutMs, () => {
    isTimedOut = true
    end()
  })
  using _held = options.hold?.begin({
    write: (data) => pty.write(data),
    pauseTime: () => limit.pause(),
    resumeTime: () => limit.resume(),
  })
  const exit = await pty.exited
  await ending
  const left = ending ? NONE_LEFT : endLeft(pty, mark)
  signal.throwIfAborted()
  const { leftOutChars } = output
  return { ...exit, output: output.toText(), leftOutChars, isTimedOut, ...left }
}

const NONE_LEFT = { ended: [], detached: [] }

function endLeft({ pid }: Pty, mark: string): Pick<CommandResult, 'ended' | 'detached'> {
  if (process.platform === 'win32') return NONE_LEFT
  const ended = listLeft(pid)
  signalTerminal(pid, 'SIGKILL')
  return { ended, detached: listDetached(pid, mark) }
}

function start(options: CommandOptions, mark: string): Promise<Pty> {
  const { command, cwd, env, spawn = spawnPty } = options
  const { cols = AGENT_TERMINAL.cols, rows = AGENT_TERMINAL.rows } = options
  const own = { ...env.read(), ...UNATTENDED, [TERMINAL_MARK]: mark }
  return spawn({ ...toShell(command), cwd, env: own, cols, rows })
}

/** A program that asks for input gets its end at once: nobody will answer. */
function toShell(command: string): { readonly file: string; readonly args: readonly string[] } {
  if (process.platform === 'win32') {
    return { file: 'powershell.exe', args: ['-NoProfile', '-NonInteractive', '-Command', command] }
  }
  const file = existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh'
  return { file, args: ['-c', `exec </dev/null\n${command}`] }
}

function onceAborted(signal: AbortSignal, onAbort: () => void): Disposable {
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', onAbort) }
}

const HEAD = 512 * 1024
const TAIL = 512 * 1024

/** Keeps the beginning and the end of what a program prints, however much that is. */
class BoundedOutput {
  #head = ''
  #tail = ''
  #dropped = 0

  /** How many characters of its middle are not kept. */
  get leftOutChars(): number {
    return this.#toParts().dropped
  }

  add(text: string): void {
    const room = HEAD - this.#head.length
    this.#head += text.slice(0, room)
    this.#tail += text.slice(Math.max(0, room))
    if (this.#tail.length <= 2 * TAIL) return
    const tail = takeEnd(this.#tail, TAIL)
    this.#dropped += this.#tail.length - tail.length
    this.#tail = tail
  }

  /** As lines of text: without escape sequences, of overwritten lines what was last to be seen. */
  toText(): string {
    const { head, tail, dropped } = this.#toParts()
    const gap = dropped > 0 ? `\n[… ${dropped} characters left out …]\n` : ''
    return toLines(head + gap + tail)
  }

  /** Neither part has half of a character where the other is missing. */
  #toParts() {
    const tail = takeEnd(this.#tail, TAIL)
    const dropped = this.#dropped + this.#tail.length - tail.length
    const isHalf = dropped > 0 && this.#head.at(-1)?.isWellFormed() === false
    const head = isHalf ? this.#head.slice(0, -1) : this.#head
    return { head, tail, dropped: isHalf ? dropped + 1 : dropped }
  }
}

/** Without escape sequences; of overwritten lines what was last to be seen. */
export function toLines(output: string): string {
  return stripEscapes(output)
    .replaceAll(/(?<!\r)\r+\n/gu, '\n')
    .split('\n')
    .map((line) => line.slice(line.replace(/(?<!\r)\r+$/u, '').lastIndexOf('\r') + 1))
    .join('\n')
}
