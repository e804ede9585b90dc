import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Resolution } from '#shared/events/tool.ts'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import { runInChild } from '../../../../test/support/run-in-child.ts'
import { calls, says, scriptAgents, task } from '../../../../test/support/scripted-agents.ts'

const RESOLUTIONS = ['again', 'done', 'skip'] as const

/** Has an effect at once, and ends late the first time. */
function commandOf(name: string): string {
  return `echo ${name} >> effects.txt; test -e ran-${name} || { touch ran-${name}; sleep 60; }`
}

function linesOf({ root }: RunFixture, name: string): readonly string[] {
  // A shell makes the file before it writes to it.
  if (!existsSync(join(root, name))) return []
  return readFileSync(join(root, name), 'utf8').trim().split('\n').toSorted()
}

function answerTo({ messages }: ModelRequest, id: string): string | undefined {
  return messages.find(({ role, callIds }) => role === 'tool' && callIds.includes(id))?.text
}

/** A run that was killed while three parallel subagents each ran a command and had read something. */
async function openKilled(): Promise<RunFixture> {
  const works = (name: string) => [
    calls(
      { name: 'ls', id: 'read', args: { path: '/workspace' } },
      { name: 'run_command', id: 'cut', args: { command: commandOf(name) } },
    ),
    (request: ModelRequest): Reply => ({ text: `${name}: ${answerTo(request, 'cut')}` }),
  ]
  const script = scriptAgents({
    go: [calls(...RESOLUTIONS.map((name) => task(name))), says('All done.')],
    again: works('again'),
    done: works('done'),
    skip: works('skip'),
  })
  const fixture = await openRunFixture({ script })
  await using killed = await runInChild(fixture, 'go')
  await killed.until(({ opened, ended }) => opened === 3 && ended >= 3)
  await expect.poll(() => linesOf(fixture, 'effects.txt')).toEqual([...RESOLUTIONS])
  // One that does not know it yet would end late the next time, too.
  const hasRun = (name: string) => existsSync(join(fixture.root, `ran-${name}`))
  await expect.poll(() => RESOLUTIONS.filter(hasRun)).toEqual(RESOLUTIONS)
  await killed.kill()
  await fixture.restart()
  return fixture
}

async function resolve(
  { store, sessionId, states }: RunFixture,
  said: (command: string) => { resolution: Resolution; message?: string },
): Promise<void> {
  const { order, unfinished } = states().calls
  const drafts = order.flatMap((id) => {
    const call = unfinished[id]
    if (!call) return []
    const { spanId, agentId, toolCallId } = call
    const data = { toolCallId, ...said(JSON.stringify(call.args)) }
    return [{ kind: 'call.resolved', spanId, agentId, data } as const]
  })
  await store.events.append(sessionId, drafts)
}

test('of each call that a crash cut off in parallel subagents, what a person said is done', async () => {
  await using fixture = await openKilled()
  const { sessionId } = fixture
  const { order, unfinished } = fixture.states().calls
  expect(order.map((id) => unfinished[id]?.name)).toEqual([
    'run_command',
    'run_command',
    'run_command',
  ])
  await resolve(fixture, (command) => {
    const resolution = RESOLUTIONS.find((name) => command.includes(name)) ?? 'skip'
    return { resolution, message: `I say ${resolution}.` }
  })
  expect(fixture.states().calls.order).toEqual([])
  await fixture.runs.resume(sessionId)
  await fixture.runs.idle(sessionId)
  expect(fixture.of('run.ended').at(-1)?.data).toEqual({ outcome: 'ok' })
  expect(linesOf(fixture, 'effects.txt')).toEqual(['again', 'again', 'done', 'skip'])
  const reports = fixture.of('agent.ended').flatMap(({ data }) => data.report ?? [])
  expect(reports.toSorted()).toEqual([
    'again: \n[Command succeeded with exit code 0]',
    'done: This run_command call was cut off, and what it printed is lost. A person says that it did its work: I say done.',
    'skip: This run_command call was cut off, and a person chose not to run it again: I say skip.',
  ])
  expectWhole(fixture)
})

test('a call that is begun again and cut off again is asked of again', async () => {
  const script = scriptAgents({
    go: [
      calls({
        name: 'run_command',
        id: 'cut',
        args: { command: 'echo x >> effects.txt; sleep 60' },
      }),
      (request) => ({ text: answerTo(request, 'cut') ?? '' }),
    ],
  })
  await using fixture = await openRunFixture({ script })
  const { sessionId, runs } = fixture
  await runs.send(sessionId, { text: 'go' })
  await expect.poll(() => linesOf(fixture, 'effects.txt')).toEqual(['x'])
  await runs.kill(sessionId)
  const [first] = fixture.states().calls.order
  await resolve(fixture, () => ({ resolution: 'again' }))
  await runs.resume(sessionId)
  await expect.poll(() => linesOf(fixture, 'effects.txt')).toEqual(['x', 'x'])
  await runs.kill(sessionId)
  const { order } = fixture.states().calls
  expect(order).toHaveLength(1)
  expect(order).not.toContain(first)
  await resolve(fixture, () => ({ resolution: 'done' }))
  await runs.resume(sessionId)
  await runs.idle(sessionId)
  expect(fixture.of('run.ended').at(-1)?.data).toEqual({ outcome: 'ok' })
  expect(linesOf(fixture, 'effects.txt')).toEqual(['x', 'x'])
  expect(fixture.server.requests.at(-1)?.messages.at(-1)?.text).toBe(
    'This run_command call was cut off, and what it printed is lost. A person says that it did its work.',
  )
  expectWhole(fixture)
})

test('a message in place of going on leaves nothing to say of what was cut off', async () => {
  const command = 'echo x >> effects.txt; sleep 60'
  const script = scriptAgents({
    go: [calls({ name: 'run_command', args: { command } }), says('Done.')],
  })
  await using fixture = await openRunFixture({ script })
  const { sessionId, runs } = fixture
  await runs.send(sessionId, { text: 'go' })
  await fixture.until('terminal.opened')
  await runs.kill(sessionId)
  expect(fixture.states().calls.order).toHaveLength(1)
  await fixture.prompt('something else')
  expect(fixture.states().calls.order).toEqual([])
  expect(fixture.server.requests.at(-1)?.messages.at(2)?.text).toContain('not known what came of')
})

test('who says "again" is not asked whether it may run, and what must not run does not', async () => {
  const settings = '.orrery/settings.json'
  const script = scriptAgents({
    go: [
      calls({
        name: 'run_command',
        id: 'cut',
        args: { command: 'echo x >> effects.txt; sleep 60' },
      }),
      (request) => ({ text: answerTo(request, 'cut') ?? '' }),
    ],
  })
  const files = { [settings]: '{ "interruptOn": { "run_command": true } }' }
  await using fixture = await openRunFixture({ script, files })
  const { sessionId, runs, store } = fixture
  await runs.send(sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  await runs.decide(sessionId, { approvalId: data.approvalId, decision: 'approve' })
  await expect.poll(() => linesOf(fixture, 'effects.txt')).toEqual(['x'])
  await runs.kill(sessionId)
  await resolve(fixture, () => ({ resolution: 'again' }))
  await runs.resume(sessionId)
  await expect.poll(() => linesOf(fixture, 'effects.txt')).toEqual(['x', 'x'])
  expect(fixture.of('approval.requested')).toHaveLength(1)
  await runs.kill(sessionId)
  await resolve(fixture, () => ({ resolution: 'again' }))
  const restricted = { kind: 'session.configured', data: { profile: 'restricted' } } as const
  await store.events.append(sessionId, [restricted])
  await runs.resume(sessionId)
  await runs.idle(sessionId)
  expect(linesOf(fixture, 'effects.txt')).toEqual(['x', 'x'])
  expect(fixture.of('tool.ended').at(-1)?.data.outcome).toBe('denied')
  expectWhole(fixture)
})

test.each(['done', 'skip', undefined] as const)(
  'a call that waits for one that was cut off (%s) runs in a later run',
  async (resolution) => {
    const command = 'echo x >> effects.txt; sleep 60'
    const write = { file_path: '/workspace/new.txt', content: 'new\n' }
    const script = scriptAgents({
      go: [
        calls({ name: 'run_command', args: { command } }, { name: 'write_file', args: write }),
        says('Done.'),
      ],
    })
    const files = { '.orrery/settings.json': '{ "interruptOn": { "write_file": true } }' }
    await using fixture = await openRunFixture({ script, files })
    const { sessionId, runs } = fixture
    await runs.send(sessionId, { text: 'go' })
    await fixture.until('approval.requested')
    await expect.poll(() => linesOf(fixture, 'effects.txt')).toEqual(['x'])
    await runs.kill(sessionId)
    if (resolution) await resolve(fixture, () => ({ resolution }))
    // In this run the command is answered, and the file still waits for a person.
    await runs.resume(sessionId)
    await fixture.until('approval.requested', 2)
    await runs.kill(sessionId)
    await runs.resume(sessionId)
    const { data } = await fixture.until('approval.requested', 3)
    await runs.decide(sessionId, { approvalId: data.approvalId, decision: 'approve' })
    await runs.idle(sessionId)
    expect(fixture.of('run.ended').at(-1)?.data).toEqual({ outcome: 'ok' })
    expect(linesOf(fixture, 'new.txt')).toEqual(['new'])
    expect(linesOf(fixture, 'effects.txt')).toEqual(['x'])
    expectWhole(fixture)
  },
)
