import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { ellipsize } from '#shared/lib/truncate-text.ts'

/**
 * The environment variable that marks the processes of an agent's terminal: `setsid` takes a process out of
 * the terminal's session, and its environment stays.
 */
export const TERMINAL_MARK = 'ORRERY_TERMINAL'

/** Longer command lines are cut. */
const MAX_COMMAND_CHARS = 100

export interface RunningProcess {
  readonly pid: number
  /** Its command line, cut if it is long. */
  readonly command: string
}

/** A process may start another while it is looked for; one that was sent SIGKILL starts no more. */
const MAX_ROUNDS = 10

/**
 * Sends a signal to all of a terminal's processes: its group, and on Linux its whole session and, with
 * its mark, those that left the session.
 */
export function signalTerminal(leader: number, signal: NodeJS.Signals, mark?: string): void {
  const signaled = new Set<number>()
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const found = [...membersOf(leader), ...(mark === undefined ? [] : pidsMarked(mark))]
    const pids = new Set(found.filter((pid) => !signaled.has(pid)))
    for (const pid of pids) {
      send(pid, signal)
      signaled.add(pid)
    }
    send(-leader, signal)
    if (pids.size === 0 || signal !== 'SIGKILL') return
  }
}

/** The processes that a terminal's first one left running in its session; known on Linux alone. */
export function listLeft(leader: number): readonly RunningProcess[] {
  return membersOf(leader)
    .filter((pid) => pid !== leader && !hasEnded(pid))
    .map(toRunning)
}

/** The processes of a terminal that left its session, which outlive it; known on Linux alone. */
export function listDetached(leader: number, mark: string): readonly RunningProcess[] {
  const pids = pidsMarked(mark).filter((pid) => sessionOf(`${pid}`) !== leader && !hasEnded(pid))
  return pids.map(toRunning)
}

function pidsMarked(mark: string): readonly number[] {
  if (process.platform !== 'linux') return []
  return listPids()
    .map(Number)
    .filter((pid) => hasVariable(pid, TERMINAL_MARK, mark))
}

/** Whether a process was started with a variable of this value; known on Linux alone. */
export function hasVariable(pid: number, name: string, value: string): boolean {
  return `\0${readOf(`${pid}`, 'environ')}`.includes(`\0${name}=${value}\0`)
}

/** Describes a process as it is now; its command is empty once it has ended. */
export function toRunning(pid: number): RunningProcess {
  const words = readOf(`${pid}`, 'cmdline').split('\0').join(' ').trim()
  return { pid, command: ellipsize(words, MAX_COMMAND_CHARS) }
}

/** `''` for a process that is gone, or another user's. */
function readOf(pid: string, file: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the numbers of all processes; on Linux alone. */
export function listPids(): readonly string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/u.test(name))
}

/** The same of a program that was started with a session of its own; where there are none, of it alone. */
export function signalProgram({ pid }: Pick<ChildProcess, 'pid'>, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  if (process.platform === 'win32') send(pid, signal)
  else signalTerminal(pid, signal)
}

/** Jobs of an interactive shell have groups of their own; what they share is the session. */
function membersOf(leader: number): readonly number[] {
  if (process.platform !== 'linux') return []
  return listPids()
    .filter((pid) => sessionOf(pid) === leader)
    .map(Number)
}

/** Whether a process is gone, or waits for its parent to collect it. */
export function hasEnded(pid: number): boolean {
  if (process.platform === 'linux') return ['Z', 'X', undefined].includes(statOf(`${pid}`)?.[0])
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

function sessionOf(pid: string): number | undefined {
  const session = statOf(pid)?.[3]
  return session === undefined ? undefined : Number(session)
}

/** The parent of a process, 0 for the first; `undefined` if there is no such process. On Linux alone. */
export function parentOf(pid: number): number | undefined {
  const parent = statOf(`${pid}`)?.[1]
  return parent === undefined ? undefined : Number(parent)
}

/** The process group that has the terminal of a process; `undefined` where that is not known. */
export function foregroundOf(pid: number): number | undefined {
  const group = process.platform === 'linux' ? statOf(`${pid}`)?.[5] : undefined
  return group === undefined ? undefined : Number(group)
}

/** Whether there are other processes in the group that a terminal's first one leads; on Linux alone. */
export function isAloneInGroup(leader: number): boolean {
  return membersOf(leader).every((pid) => {
    const [state = 'X', , group] = statOf(`${pid}`) ?? []
    return pid === leader || state === 'Z' || state === 'X' || Number(group) !== leader
  })
}

/** Whether a process is still the program that it was started as, and with the same words; on Linux alone. */
export function isStill(pid: number, file: string, args: readonly string[]): boolean {
  try {
    if (readlinkSync(`/proc/${pid}/exe`) !== realpathSync(file)) return false
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') === `${[file, ...args].join('\0')}\0`
  } catch {
    return false
  }
}

/** What Linux says of a process, from its state on. */
function statOf(pid: string): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // After the name, which may contain anything but ends with the last bracket.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended already, which is what was wanted.
  }
}
