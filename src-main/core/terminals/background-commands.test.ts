import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { openRunFixture } from '../../../test/support/run-fixture.ts'
import { calls, says, scriptAgents } from '../../../test/support/scripted-agents.ts'
import { createAgentEnvironment } from '../processes/agent-environment.ts'
import { type CommandResult, runCommand } from './agent-terminal.ts'

// https://github.com/anomalyco/opencode/issues/48414, https://github.com/earendil-works/pi/issues/9460

const TIMEOUT_MS = 60_000

interface Running {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly onOutput?: (text: string) => void
}

function run(command: string, running: Running = {}): Promise<CommandResult> {
  const env = createAgentEnvironment(process.env)
  const { signal } = new AbortController()
  const defaults = { signal, timeoutMs: TIMEOUT_MS, onOutput: () => undefined }
  return runCommand({ command, cwd: tmpdir(), env, ...defaults, ...running })
}

/** Ids of running processes whose command line contains a text; each test has a text of its own. */
function findRunning(text: string): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => read(pid, 'cmdline').includes(text) && !isZombie(pid)).map(Number)
}

function isZombie(pid: string): boolean {
  return /\) Z /.test(read(pid, 'stat'))
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

const DETACHED = `trap "" TERM INT HUP; for i in $(seq 1200); do sleep 0.1; done`

test.each([
  'sleep 300.411 & echo done',
  'sleep 300.412 </dev/null >/dev/null & echo done',
  '(while :; do echo tick; sleep 0.2; done) & echo done',
  `setsid sh -c 'for i in 1 2 3; do sleep 1; done' & echo done`,
])(
  '%s ends, though a process still has its output',
  async (command) => {
    const ran = await run(command)
    expect(ran).toMatchObject({ exitCode: 0, isTimedOut: false })
    expect(ran.output).toContain('done')
  },
  TIMEOUT_MS,
)

describe.runIf(process.platform === 'linux')('processes that a command leaves', () => {
  test(
    'background processes are ended with the command, and named',
    async () => {
      const { ended, detached } = await run(
        'nohup sleep 300.413 >/dev/null & nohup sleep 300.414 >/dev/null & sleep 1; echo done',
      )
      expect(ended.map((one) => one.command).toSorted()).toEqual(['sleep 300.413', 'sleep 300.414'])
      expect(detached).toEqual([])
      await expect.poll(() => findRunning('300.41'), { timeout: TIMEOUT_MS }).toEqual([])
    },
    TIMEOUT_MS,
  )

  test(
    'a detached process lives on, is named, and can be ended by what the answer says',
    async () => {
      const command = `setsid sh -c '${DETACHED} # 300.421' </dev/null >/dev/null 2>&1 & until pgrep -f '[3]00.421' -s 0 >/dev/null || pgrep -f 'sh -c trap.*[3]00.421' >/dev/null; do sleep 0.05; done; sleep 0.3; echo done`
      const script = scriptAgents({
        first: [
          calls({ name: 'run_command', args: { command } }),
          calls({ name: 'run_command', args: { command: 'sleep 300.422 & echo second' } }),
          says('Done.'),
        ],
      })
      await using fixture = await openRunFixture({ script, profile: 'trusted' })
      await fixture.prompt('first')
      const [first = '', second = ''] =
        fixture.server.requests
          .at(-1)
          ?.messages.filter(({ role }) => role === 'tool')
          .map(({ text }) => text) ?? []
      const [, pids = ''] = /\[Still running: .*To stop: kill -9 ([\d ]+)\]/.exec(first) ?? []
      const left = findRunning('# 300.421')
      for (const pid of left) process.kill(pid, 'SIGKILL')
      expect(pids.split(' ').map(Number)).toEqual(expect.arrayContaining([...left]))
      expect(left.length).toBeGreaterThan(0)
      expect(second).toContain('[Background processes stop when their command exits.')
      await expect.poll(() => findRunning('300.42'), { timeout: TIMEOUT_MS }).toEqual([])
    },
    TIMEOUT_MS,
  )

  test.each([
    ['a', `sh -c 'trap "" TERM INT; (trap "" TERM INT; sleep 300.431) & wait'`, '300.431'],
    ['b', `setsid sh -c '${DETACHED} # 300.432' & echo ready; wait`, '300.432'],
  ])(
    'a stop and a timeout leave no process of a command, detached or not (%s)',
    async (_name, command, text) => {
      const controller = new AbortController()
      const stopped = run(`echo ready; ${command}`, { signal: controller.signal })
      await expect.poll(() => findRunning(text).length, { timeout: TIMEOUT_MS }).toBeGreaterThan(1)
      controller.abort(new Error('stopped'))
      await expect(stopped).rejects.toThrow('stopped')
      await expect.poll(() => findRunning(text), { timeout: TIMEOUT_MS }).toEqual([])
      const { isTimedOut, detached } = await run(command, { timeoutMs: 3_000 })
      expect([isTimedOut, detached]).toEqual([true, []])
      await expect.poll(() => findRunning(text), { timeout: TIMEOUT_MS }).toEqual([])
    },
    2 * TIMEOUT_MS,
  )
})
