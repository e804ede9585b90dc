import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Draft } from '#shared/events/index.ts'
import { SpanId } from '#shared/lib/ids.ts'
import { createAgentEnvironment } from '../processes/agent-environment.ts'
import { type CommandOptions, runCommand } from './agent-terminal.ts'
import { AgentTerminalRecorder } from './agent-terminal-recorder.ts'

function run(command: string, more: Partial<CommandOptions> = {}) {
  return runCommand({
    command,
    cwd: '/tmp',
    env: createAgentEnvironment(process.env),
    signal: new AbortController().signal,
    timeoutMs: 60_000,
    onOutput: () => {},
    ...more,
  })
}

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-command-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** What a descriptor of this process is open on. */
function targetOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return ''
  }
}

/** What has ended but was not yet collected by its parent is not alive. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/mu.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

test('a command runs on a terminal and tells its output and exit code', async () => {
  const result = await run('test -t 1 && printf "a\\033[31mb\\033[0m\\n1%%\\r100%%\\n"; exit 3')
  expect(result).toEqual({
    exitCode: 3,
    output: 'ab\n100%\n',
    leftOutChars: 0,
    isTimedOut: false,
    ended: [],
    detached: [],
  })
})

test('a command that asks gets no answer rather than waiting for one', async () => {
  expect(await run('read answer || echo nobody')).toMatchObject({ output: 'nobody\n' })
})

test('a signal that ends a command is told by name', async () => {
  expect(await run('kill -9 $$')).toMatchObject({ exitCode: null, signal: 'SIGKILL' })
})

test('a command whose output goes elsewhere runs until it exits by itself', async () => {
  const log = join(createFolder(), 'build.log')
  const result = await run(`exec >${log} 2>&1; sleep 0.5; echo finished`)
  expect(result).toMatchObject({ exitCode: 0, output: '' })
  expect(readFileSync(log, 'utf8')).toBe('finished\n')
})

test('of many short commands side by side none is killed, though each closes its output first', async () => {
  const commands = ['cat /dev/null', 'date', 'wc -c /dev/null', 'sleep 0.1']
  const closing = 'exec >&- 2>&-; for i in 1 2 3 4 5 6 7 8 9; do /bin/true; done; exit 0'
  const all = Array.from({ length: 20 }, (_, index) => commands[index % 4] ?? '')
  const results = await Promise.all(
    [...all, ...all.slice(0, 4).map(() => closing)].map((one) => run(one)),
  )
  expect(results.filter(({ exitCode }) => exitCode !== 0)).toEqual([])
  expect(results).toHaveLength(24)
})

test('a command that has ended leaves no terminal open, and nobody listening', async () => {
  const terminals = () =>
    readdirSync('/proc/self/fd')
      .map(targetOf)
      .filter((at) => /\/pts\//u.test(at))
  const before = terminals()
  await Promise.all([run('exit 1'), run('exec >&-; sleep 0.2'), run('echo said')])
  expect([terminals(), process.listenerCount('SIGCHLD')]).toEqual([before, 0])
})

test('an abort ends all a command started, even what ignores being asked', async () => {
  const abort = new AbortController()
  const pids: number[] = []
  const onOutput = (text: string) => {
    pids.push(...text.split('\n').map(Number).filter(Boolean))
    if (pids.length >= 2) abort.abort()
  }
  const running = run("trap '' TERM HUP; (trap '' TERM HUP; sleep 60) & echo $!; echo $$; wait", {
    signal: abort.signal,
    onOutput,
  })
  await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
  expect(pids).toHaveLength(2)
})

test('a timeout ends a command and says so', async () => {
  let timeoutMs = 250
  // On a busy machine the shell takes a while to start: until it has printed, the time is doubled.
  const runLonger = () => {
    timeoutMs *= 2
    return run('echo begun; sleep 600', { timeoutMs })
  }
  const expected = { isTimedOut: true, output: 'begun\n', exitCode: null }
  await expect.poll(runLonger).toMatchObject(expected)
})

test('what a command left running is ended with it', async () => {
  const { output } = await run('nohup sleep 62 >/dev/null 2>&1 & echo $!')
  await expect.poll(() => isAlive(Number(output))).toBe(false)
})

test('a large output is told whole', async () => {
  const { output, leftOutChars } = await run('seq 1 100000')
  const lines = output.trimEnd().split('\n')
  expect([lines.length, lines[50_000], leftOutChars]).toEqual([100_000, '50001', 0])
})

test('of a flood, the beginning and the end are told', async () => {
  const result = await run('echo first; yes | head -c 5000000; echo last')
  expect(result.output.length).toBeLessThan(1_100_000)
  expect(result.leftOutChars).toBeGreaterThan(5_000_000)
  expect([result.output.startsWith('first\n'), result.output.endsWith('last\n')]).toEqual([
    true,
    true,
  ])
})

test('a command gets the variables that are on the list or allowed, and no others', async () => {
  const env = {
    PATH: process.env['PATH'],
    ORRERY_PASSWORD: 'x',
    GITHUB_TOKEN: 'x',
    AWS_SESSION_TOKEN: 'x',
    DATABASE_URL: 'x',
    GROQ_API_KEY: 'x',
    ALLOWED: 'y',
  }
  const { output } = await run('env', { env: createAgentEnvironment(env, () => ['ALLOWED']) })
  const names = new Set(output.split('\n').map((line) => line.split('=')[0]))
  expect(Object.keys(env).filter((name) => names.has(name))).toEqual(['PATH', 'ALLOWED'])
})

function createRecording() {
  const drafts: Draft[] = []
  const append = async (some: readonly Draft[]) => drafts.push(...some)
  const open = (opened: Draft) => append([opened])
  const owner = { spanId: SpanId.parse('spn_1') }
  return { drafts, recorder: new AgentTerminalRecorder({ open, append, end: append }, owner) }
}

const OPENING = { title: 'Run ls', command: 'ls', cwd: '/', cols: 80, rows: 24 }

test('the first output is logged at once, what follows closely is joined', async () => {
  const { drafts, recorder } = createRecording()
  await recorder.opened(OPENING)
  recorder.output('a')
  expect(drafts.at(-1)).toMatchObject({
    kind: 'terminal.output',
    spanId: 'spn_1',
    data: { text: 'a' },
  })
  recorder.output('b')
  recorder.output('c')
  await expect.poll(() => drafts.at(-1)).toMatchObject({ data: { text: 'bc' } })
  recorder.output('d')
  await recorder.ended({ exitCode: 0 })
  expect(drafts.map(({ kind }) => kind)).toEqual([
    'terminal.opened',
    'terminal.output',
    'terminal.output',
    'terminal.output',
    'terminal.ended',
  ])
})

test('past 16 MB output is left out of the log, but for its last 64 K', async () => {
  const { drafts, recorder } = createRecording()
  for (let megabyte = 0; megabyte < 18; megabyte++) recorder.output('x'.repeat(1024 * 1024))
  await recorder.ended({ exitCode: 0 })
  const outputs = drafts.flatMap(({ kind, data }) =>
    kind === 'terminal.output' && 'text' in data ? [data] : [],
  )
  const logged = outputs.reduce((sum, data) => sum + String(data.text).length, 0)
  const skipped = outputs.reduce(
    (sum, data) => sum + ('skipped' in data ? Number(data.skipped) : 0),
    0,
  )
  expect([logged, skipped]).toEqual([16 * 1024 * 1024 + 65_536, 2 * 1024 * 1024 - 65_536])
})
