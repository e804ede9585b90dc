import { createHash } from 'node:crypto'
import { hasVariable, parentOf, type RunningProcess, toRunning } from './processes.ts'

/**
 * The environment variable of programs that a host starts for agents. Its value names the host's data folder:
 * an agent may well work on Orrery itself, and start hosts of other folders.
 */
export const AGENT_MARK = 'ORRERY_AGENT'

/** Returns the value of `AGENT_MARK` for a data folder. */
export function agentMarkOf(dataDir: string): string {
  return createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
}

/**
 * Returns the topmost process that works for an agent among a process and its ancestors: those that have the
 * mark of the data folder, and those below this process, the host, and below no program of a person. Known on
 * Linux alone. A process that has left its ancestors and removed the mark isn't found.
 */
export function findAgentProcess(pid: number, dataDir: string): RunningProcess | undefined {
  if (process.platform !== 'linux') return undefined
  const mark = agentMarkOf(dataDir)
  let found: number | undefined
  for (let current = pid; current > 0; ) {
    if (hasVariable(current, AGENT_MARK, mark)) found = current
    const parent = parentOf(current) ?? 0
    if (parent === process.pid) {
      if (!isPersonProgram(current)) found = current
      break
    }
    current = parent
  }
  return found === undefined ? undefined : toRunning(found)
}

/**
 * Children of this process that a person started, such as a terminal of theirs. All other children work for
 * agents. It is one set for the process, as its children are.
 */
const pids = new Set<number>()

/** Counts a child as a person's, until it is disposed of: at the child's end. */
export function addPersonProgram(pid: number): Disposable {
  pids.add(pid)
  return { [Symbol.dispose]: () => void pids.delete(pid) }
}

/** Whether a child of this process was started by a person. */
function isPersonProgram(pid: number): boolean {
  return pids.has(pid)
}
