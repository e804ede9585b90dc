import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import { explainIgnoredEventLimit } from '#shared/settings/settings.ts'
import { bareEnvironment, cliProgram } from '../../../test/support/cli-program.ts'
import {
  type ModelServer,
  type Reply,
  startModelServer,
} from '../../../test/support/model-server.ts'

let server: ModelServer
let reply: (answered: number) => Reply = () => ({ text: 'Done.' })
let folder = ''
let project = ''
const children = new Set<ChildProcess>()

beforeAll(async () => {
  server = await startModelServer(({ messages }) =>
    reply(messages.filter(({ role }) => role === 'assistant').length),
  )
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  project = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  writeFileSync(join(project, 'a.txt'), 'before\n')
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
  for (const path of [folder, project]) rmSync(path, { recursive: true, maxRetries: 5 })
})

interface Started {
  readonly child: ChildProcess
  /** Everything printed so far. */
  out(): string
  err(): string
  readonly ended: Promise<{ readonly code: number | null; readonly err: string }>
}

function orrery(...args: readonly string[]): Started {
  return start(args)
}

function start(args: readonly string[], more: Readonly<Record<string, string>> = {}): Started {
  const env = { ...bareEnvironment(), ORRERY_DATA_DIR: folder, ...more }
  const child = spawn(process.execPath, [cliProgram, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; err: string }>()
  child.on('close', (code) => resolve({ code, err }))
  return { child, out: () => out, err: () => err, ended: promise }
}

function run(...args: readonly string[]): Started {
  const model = ['--model', 'compatible:scripted', '--base-url', server.url]
  return orrery('run', '--project', project, ...model, '--json', ...args)
}

function eventsOf(started: Started): AnyEvent[] {
  const lines = started.out().split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line))
}

function kindsOf(started: Started): string[] {
  return eventsOf(started).map(({ kind }) => kind)
}

const edit = {
  calls: [
    { name: 'read_file', args: { file_path: '/workspace/a.txt' } },
    {
      name: 'edit_file',
      args: { file_path: '/workspace/a.txt', old_string: 'before', new_string: 'after' },
    },
  ],
}

test('a run prints its events from seq 1, and its replay shows the same end', async () => {
  reply = (answered) => (answered === 0 ? edit : { text: 'Edited.' })
  const running = run('Edit it')
  expect(await running.ended).toEqual({ code: 0, err: '' })
  const events = eventsOf(running)
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  expect(readFileSync(join(project, 'a.txt'), 'utf8')).toBe('after\n')
  const changed = events.find(({ kind }) => kind === 'file.changed')
  const before = orrery('replay', 'last', '--at', String((changed?.seq ?? 0) - 1), '--json')
  const after = orrery('replay', 'last', '--json')
  await Promise.all([before.ended, after.ended])
  expect(JSON.parse(before.out()).files.touched).toEqual({})
  const states = JSON.parse(after.out())
  expect(Object.keys(states.files.touched)).toEqual(['/workspace/a.txt'])
  expect([states.seq >= events.length, states.status.lastOutcome]).toEqual([true, 'ok'])
}, 60_000)

test('without a terminal, what asks is rejected with a reason and the run goes on', async () => {
  const command = { name: 'run_command', args: { command: 'echo ran > b.txt; rm -f c.txt' } }
  reply = (answered) => (answered === 0 ? { calls: [command] } : { text: 'Well.' })
  const running = run('Run it')
  expect(await running.ended).toEqual({ code: 0, err: '' })
  const decided = eventsOf(running).find(({ kind }) => kind === 'approval.decided')
  expect(decided?.data).toMatchObject({ decision: 'reject', by: 'host' })
  const approving = run('--approve', 'all', 'Run it')
  expect(await approving.ended).toEqual({ code: 0, err: '' })
  expect(readFileSync(join(project, 'b.txt'), 'utf8')).toBe('ran\n')
}, 60_000)

test('a limit stops a run with exit code 3, a failing model with 1', async () => {
  reply = () => ({ calls: [{ name: 'ls', args: { path: '/workspace' } }] })
  const limited = run('--max-tool-calls', '3', 'Look around for ever')
  expect((await limited.ended).code).toBe(3)
  reply = () => ({ status: 401, error: 'The key is wrong.' })
  const failing = run('Fail')
  expect((await failing.ended).code).toBe(1)
  expect(kindsOf(failing).at(-1)).toBe('run.ended')
}, 60_000)

test('a limit on events is accepted, said once to have no effect, and has none', async () => {
  reply = (answered) =>
    answered < 3 ? { calls: [{ name: 'ls', args: { path: '/workspace' } }] } : { text: 'Done.' }
  const running = run('--max-events', '5', 'Look around')
  expect(await running.ended).toEqual({
    code: 0,
    err: `${explainIgnoredEventLimit('--max-events')}\n`,
  })
}, 60_000)

test('a second Ctrl-C cancels the run cleanly, and the session goes on afterwards', async () => {
  reply = () => ({ text: 'a b c d', hangAfterWords: 2 })
  const running = run('Take your time')
  await expect.poll(() => kindsOf(running)).toContain('model.delta')
  running.child.kill('SIGINT')
  await expect.poll(() => running.err()).toContain('Ctrl-C once more kills it')
  running.child.kill('SIGINT')
  expect((await running.ended).code).toBe(130)
  expect(eventsOf(running).at(-1)).toMatchObject({
    kind: 'run.ended',
    data: { outcome: 'cancelled' },
  })
  reply = () => ({ text: 'Here again.' })
  const again = run('--session', 'last', 'Go on')
  expect((await again.ended).code).toBe(0)
  expect(eventsOf(again)[0]?.seq).toBeGreaterThan(running.out().split('\n').length - 1)
}, 60_000)

test('a session is gone on with in its own folder, and a folder is found from here', async () => {
  reply = () => ({ text: 'Done.' })
  expect((await run('Begin').ended).code).toBe(0)
  const model = ['--model', 'demo:scripted', '--approve', 'none']
  const elsewhere = orrery('run', '--session', 'last', '--project', folder, ...model, 'Go on')
  const { code, err } = await elsewhere.ended
  expect([code, err]).toEqual([2, expect.stringContaining(`the session works in ${project}`)])
  const here = relative(process.cwd(), project)
  const again = orrery('run', '--session', 'last', '--project', here, ...model, 'Go on')
  expect((await again.ended).code).toBe(0)
}, 60_000)

test('after a kill nothing durable is missing, and the run is marked interrupted', async () => {
  reply = () => ({ text: 'a b c d', hangAfterWords: 2 })
  const running = run('Be killed')
  await expect.poll(() => kindsOf(running)).toContain('model.delta')
  running.child.kill('SIGKILL')
  await running.ended
  const seen = eventsOf(running)
  reply = () => ({ text: 'Here again.' })
  const again = run('--session', 'last', 'Go on')
  expect((await again.ended).code).toBe(0)
  const replay = orrery('replay', 'last', '--json')
  await replay.ended
  const { timeline, seq } = JSON.parse(replay.out())
  expect(timeline.runs.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'interrupted',
    'ok',
  ])
  expect(seq).toBeGreaterThan(seen.length)
}, 60_000)

test('beside an owner a run is its client, and both see the same events', async () => {
  reply = () => ({ text: 'a b c d', hangAfterWords: 2 })
  const owner = run('Own the folder')
  await expect.poll(() => kindsOf(owner)).toContain('model.delta')
  const sessionId = eventsOf(owner)[0]?.sessionId ?? ''
  const model = ['--model', 'demo:scripted']
  const client = orrery('run', '--json', '--session', sessionId, ...model, 'Also this')
  await expect.poll(() => kindsOf(client)).toContain('input.received')
  expect(eventsOf(owner)).toEqual(expect.arrayContaining(eventsOf(client)))
  owner.child.kill('SIGSTOP')
  const third = orrery('run', '--project', project, ...model, 'Who is there?')
  const { code, err } = await third.ended
  expect([code, err]).toEqual([4, expect.stringContaining(`Process ${owner.child.pid} owns`)])
}, 60_000)

test('a model that can’t be had gives way to the next that was named', async () => {
  reply = () => ({ text: 'Here I am.' })
  await using refusing = await startModelServer(() => ({ status: 401 }))
  const keyed = { ANTHROPIC_API_KEY: 'sk-x', ANTHROPIC_BASE_URL: refusing.origin }
  const env = { ...keyed, ORRERY_COMPATIBLE_BASE_URL: server.url }
  const models = ['--model', 'anthropic:claude-haiku-4-5', '--fallback', 'compatible:scripted']
  const started = start(['run', '--project', project, ...models, '--json', 'go'], env)
  expect((await started.ended).code).toBe(0)
  const over = eventsOf(started).find(({ kind }) => kind === 'model.failed-over')
  expect(over?.data).toMatchObject({ to: { provider: 'compatible' }, reason: 'auth' })
}, 60_000)

test('Ctrl-C lets a command come to its end, and the session is gone on with', async () => {
  const execute = (command: string) => ({ calls: [{ name: 'run_command', args: { command } }] })
  const waiting = 'echo began; until test -e go-on; do sleep 0.1; done; echo ended > b.txt'
  const answers = [execute(waiting), { text: 'Never.' }]
  reply = (answered) => answers[answered] ?? { text: 'Done.' }
  const running = run('--profile', 'trusted', 'Take your time')
  await expect.poll(() => kindsOf(running)).toContain('terminal.output')
  running.child.kill('SIGINT')
  await expect.poll(running.err).toContain('Stopping:')
  const pausing = orrery('pause', 'last')
  await expect.poll(pausing.err).toContain('Pausing: what is under way')
  writeFileSync(join(project, 'go-on'), '')
  expect((await running.ended).code).toBe(130)
  expect((await pausing.ended).code).toBe(0)
  expect(pausing.out()).toBe('Not paused: its run came to an end first (stopped).\n')
  expect(readFileSync(join(project, 'b.txt'), 'utf8')).toBe('ended\n')
  expect(eventsOf(running).at(-1)).toMatchObject({
    kind: 'run.ended',
    data: { outcome: 'stopped', reason: 'A person stopped this run.' },
  })
  const again = orrery('resume', 'last', '--json')
  expect((await again.ended).code).toBe(0)
}, 60_000)

test('another process kills a run, says of a call that was cut off what is made of it, and goes on', async () => {
  const command = 'echo x >> b.txt; test -e go-on || sleep 60'
  reply = (answered) =>
    answered === 0 ? { calls: [{ name: 'run_command', args: { command } }] } : { text: 'Done.' }
  const running = run('--profile', 'trusted', 'Be cut off')
  await expect.poll(() => kindsOf(running)).toContain('file.changed')
  const stopped = orrery('stop', 'last', '--kill')
  expect([(await stopped.ended).code, stopped.out()]).toEqual([0, 'Stopped.\n'])
  expect((await running.ended).code).toBe(130)
  const listed = orrery('calls', 'last')
  expect((await listed.ended).code).toBe(0)
  expect(listed.out()).toContain('changed /workspace/b.txt')
  writeFileSync(join(project, 'go-on'), '')
  const noted = orrery('calls', 'last', '1', 'again')
  expect((await noted.ended).code).toBe(0)
  expect(noted.out()).toMatch(/^Noted of .*: it runs again\.\nGo on: orrery resume ses_\w+\n$/)
  expect(await orrery('calls', 'last', '1', 'again').ended).toMatchObject({
    code: 2,
    err: expect.stringMatching(/See: orrery calls ses_\w+\n$/),
  })
  const nothing = orrery('pause', 'last')
  expect((await nothing.ended).code).toBe(0)
  expect(nothing.out()).toContain('nothing to pause')
  const again = orrery('resume', 'last', '--json')
  expect((await again.ended).code).toBe(0)
  expect(readFileSync(join(project, 'b.txt'), 'utf8')).toBe('x\nx\n')
}, 60_000)
