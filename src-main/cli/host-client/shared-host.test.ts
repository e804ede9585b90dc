import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  bareRunExit,
  type CliProcess,
  type CliProcesses,
  openCliProcesses,
} from '../../../test/support/cli-processes.ts'
import {
  type ModelServer,
  type Script,
  startModelServer,
} from '../../../test/support/model-server.ts'

let cli: CliProcesses
let server: ModelServer
let script: Script = () => ({ text: 'Done.' })
/** Model calls that wait until a test lets them go, by prompt. */
const held = new Map<string, PromiseWithResolvers<void>>()
beforeEach(async () => {
  held.clear()
  script = () => ({ text: 'Done.' })
  cli = openCliProcesses()
  server = await startModelServer((request, number) => script(request, number))
})
afterEach(async () => {
  await cli[Symbol.asyncDispose]()
  for (const { resolve } of held.values()) resolve()
  await server[Symbol.asyncDispose]()
})

function run(prompt: string, ...args: readonly string[]): CliProcess {
  const model = ['--model', 'compatible:scripted', '--base-url', server.url]
  return cli.start('run', '--project', cli.project, ...model, '--json', ...args, prompt)
}

/** Answers a prompt once the test calls `release` with it. */
const answerWhenReleased: Script = async ({ messages }) => {
  const prompt = messages.find(({ role }) => role === 'user')?.text ?? ''
  await hold(prompt).promise
  return { text: `Done: ${prompt}` }
}

function hold(prompt: string): PromiseWithResolvers<void> {
  const holding = held.get(prompt) ?? Promise.withResolvers<void>()
  held.set(prompt, holding)
  return holding
}

function release(prompt: string): void {
  hold(prompt).resolve()
}

async function startHeld(prompt: string, ...args: readonly string[]): Promise<CliProcess> {
  const started = run(prompt, ...args)
  const isAsked = () => server.requests.some(({ messages }) => messages.at(-1)?.text === prompt)
  await expect.poll(isAsked, { timeout: 60_000 }).toBe(true)
  return started
}

function outcomesOf(started: CliProcess): readonly string[] {
  return started.events().flatMap((event) => (event.kind === 'run.ended' ? event.data.outcome : []))
}

function expectContiguous(started: CliProcess): void {
  const seqs = started.events().map(({ seq }) => seq)
  expect(seqs).toEqual(seqs.map((_, index) => index + 1))
}

test('8 runs started at once on one data folder all complete', async () => {
  script = ({ messages }) => ({ text: 'Done.', delayMs: Number(messages.at(-1)?.text) })
  const runs = Array.from({ length: 8 }, (_, index) => run(`${(index % 4) * 500}`))
  const exits = await Promise.all(runs.map(({ ended }) => ended))
  expect(exits.map(bareRunExit)).toEqual(Array(8).fill({ code: 0, err: '' }))
  expect(runs.map(outcomesOf)).toEqual(Array(8).fill(['ok']))
}, 240_000)

test('an owner that is done prints its result, says what it waits for, and stays until others are done', async () => {
  script = answerWhenReleased
  const owner = await startHeld('first')
  const client = await startHeld('second')
  release('first')
  const sentence = `Still hosting orrery run (process ${client.child.pid}).`
  await expect.poll(() => owner.err(), { timeout: 60_000 }).toContain(sentence)
  expect([outcomesOf(owner), owner.child.exitCode]).toEqual([['ok'], null])
  const late = run('third')
  release('third')
  expect((await late.ended).code).toBe(0)
  release('second')
  expect([(await client.ended).code, (await owner.ended).code]).toEqual([0, 0])
  expectContiguous(client)
}, 240_000)

test('an owner whose own run fails says so at once and stays until others are done', async () => {
  script = answerWhenReleased
  const owner = await startHeld('first')
  const client = await startHeld('second')
  owner.child.kill('SIGINT')
  release('first')
  await expect.poll(() => owner.err(), { timeout: 60_000 }).toContain('Still hosting')
  expect(outcomesOf(owner)).toEqual(['stopped'])
  release('second')
  expect([(await client.ended).code, (await owner.ended).code]).toEqual([0, 130])
}, 240_000)

test('when the owner is killed, the others become the host and resume their runs', async () => {
  script = answerWhenReleased
  const owner = await startHeld('first')
  const clients = [await startHeld('second'), await startHeld('third')]
  owner.child.kill('SIGKILL')
  await owner.ended
  for (const prompt of ['second', 'third']) release(prompt)
  const exits = await Promise.all(clients.map(({ ended }) => ended))
  expect(exits.map(({ code }) => code)).toEqual([0, 0])
  expect(clients.map(outcomesOf)).toEqual(Array(2).fill(['interrupted', 'ok']))
  for (const client of clients) expectContiguous(client)
  expect(exits[0]?.err).toContain('The process that hosted this run has ended. Continuing…')
}, 240_000)

test('a run whose tool call was cut off with its host is not resumed without a person', async () => {
  const command = 'echo once >> ran.txt; sleep 300'
  script = (request, number) => {
    const isCut = request.messages.some(({ text }) => text === 'cut')
    if (!isCut) return answerWhenReleased(request, number)
    return { calls: [{ name: 'run_command', args: { command } }] }
  }
  const owner = await startHeld('first')
  const client = run('cut', '--approve', 'all', '--profile', 'trusted')
  const hasStarted = () => client.events().some(({ kind }) => kind === 'terminal.output')
  const ran = () => readFileSync(join(cli.project, 'ran.txt'), { encoding: 'utf8', flag: 'a+' })
  await expect.poll(() => hasStarted() || ran() !== '', { timeout: 60_000 }).toBe(true)
  owner.child.kill('SIGKILL')
  const { code, err } = await client.ended
  expect([code, outcomesOf(client)]).toEqual([1, ['interrupted']])
  expect(err).toContain('a tool call was cut off and may have had an effect')
  expect(ran()).toBe('once\n')
}, 240_000)

test('Ctrl-C in an owner that only hosts hands the runs over at their next step', async () => {
  script = async (request, number) => {
    if (request.messages.at(-1)?.role === 'tool') return { text: 'Done.' }
    const answered = await answerWhenReleased(request, number)
    const isFirst = request.messages.at(-1)?.text === 'first'
    return isFirst ? answered : { calls: [{ name: 'ls', args: { path: '/workspace' } }] }
  }
  const owner = await startHeld('first')
  const client = await startHeld('second')
  release('first')
  await expect.poll(() => owner.err(), { timeout: 60_000 }).toContain('Still hosting')
  owner.child.kill('SIGINT')
  await expect.poll(() => owner.err(), { timeout: 60_000 }).toContain('Handing over')
  release('second')
  expect([(await owner.ended).code, (await client.ended).code]).toEqual([0, 0])
  expect(outcomesOf(client)).toEqual(['interrupted', 'ok'])
  expect(client.events().filter(({ kind }) => kind === 'tool.started')).toHaveLength(1)
  expectContiguous(client)
}, 240_000)

test('sessions are read and started right after the owner was killed', async () => {
  script = answerWhenReleased
  const owner = await startHeld('first')
  owner.child.kill('SIGKILL')
  await owner.ended
  release('second')
  const [listed, next] = [cli.start('sessions', '--json'), run('second')]
  expect(JSON.parse((await listed.ended).out)).not.toHaveLength(0)
  expect((await next.ended).code).toBe(0)
}, 240_000)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
  test(`a run that serve hosts completes when serve ends by ${signal}`, async () => {
    script = answerWhenReleased
    const serve = cli.start('serve', '--no-open', '--json')
    await expect.poll(() => serve.out(), { timeout: 60_000 }).toContain('url')
    const client = await startHeld('second')
    serve.child.kill(signal)
    if (signal !== 'SIGKILL') {
      await expect.poll(() => serve.err(), { timeout: 60_000 }).toContain('Handing over')
    }
    release('second')
    await serve.ended
    expect((await client.ended).code).toBe(0)
    expect(outcomesOf(client).at(-1)).toBe('ok')
    expectContiguous(client)
  }, 240_000)
}

test('serve ends properly by a signal that comes as soon as its link is printed', async () => {
  const serve = cli.start('serve', '--no-open', '--json')
  await once(serve.child.stdout ?? serve.child, 'data')
  serve.child.kill('SIGTERM')
  const { code, signal } = await serve.ended
  expect({ code, signal }).toEqual({ code: 0, signal: null })
  expect(existsSync(join(cli.dataDir, 'owner.json'))).toBe(false)
}, 120_000)

test('other commands run while runs start and end on the same data folder', async () => {
  script = answerWhenReleased
  const owner = await startHeld('first')
  const sessionId = owner.events()[0]?.sessionId ?? ''
  const client = await startHeld('second')
  release('first')
  await expect.poll(() => outcomesOf(owner), { timeout: 60_000 }).toEqual(['ok'])
  const reading = [['sessions'], ['replay', sessionId], ['search', 'first'], ['store'], ['cost']]
  const writing = [
    ['fork', sessionId, '--prompt', 'first', '--json'],
    ['run', '--session', sessionId, '--json', 'first'],
    ['export', sessionId, '--out', join(cli.project, 'out.html')],
  ]
  const commands = [...reading, ...writing].map((args) => cli.start(...args))
  const exits = await Promise.all(commands.map(({ ended }) => ended))
  expect(exits.map(bareRunExit)).toEqual(commands.map(() => ({ code: 0, err: '' })))
  const pausing = cli.start('pause', client.events()[0]?.sessionId ?? '')
  await once(pausing.child.stderr ?? pausing.child, 'data')
  release('second')
  expect((await pausing.ended).code).toBe(0)
  await Promise.all([client.ended, owner.ended])
}, 240_000)

test('a request that is too large for the host of another process fails at once', async () => {
  script = answerWhenReleased
  const hosting = await startHeld('host')
  const diff = join(cli.project, 'large.diff')
  const line = `+${'"'.repeat(99)}\n`
  const lines = Math.floor(9_900_000 / line.length)
  const head = `--- a/a.txt\n+++ b/a.txt\n@@ -0,0 +1,${lines} @@\n`
  writeFileSync(diff, head + line.repeat(lines))
  const asked = ['--project', cli.project, '--model', 'compatible:scripted', '--diff', diff]
  const { code, err } = await cli.start('review', ...asked, '--base-url', server.url).ended
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringContaining('This request is too large to send: it has 19 MiB'),
  })
  release('host')
  await hosting.ended
})
