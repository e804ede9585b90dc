import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import {
  calls,
  createGate,
  inBackground,
  says,
  scriptAgents,
  task,
  team,
} from '../../../../test/support/scripted-agents.ts'

const ASKING = { '.orrery/settings.json': '{ "interruptOn": { "write_file": true } }' }

function execute(command: string) {
  return { name: 'run_command', args: { command } }
}

function write(name: string) {
  return { name: 'write_file', args: { file_path: `/workspace/${name}`, content: name } }
}

function linesOf({ root }: RunFixture, name: string): readonly string[] {
  return readFileSync(join(root, name), 'utf8').trim().split('\n').toSorted()
}

test('a pause lets calls end and parks every agent, outlives the host, and costs no time or call', async () => {
  const slow = createGate()
  const script = scriptAgents({
    go: [
      calls(task('worker'), task('asker'), inBackground('helper'), team('t', { mate: 'mate' })),
      says('All done.'),
    ],
    worker: [
      calls(execute('echo worker >> done.txt; sleep 1; echo worker >> slept.txt')),
      calls(execute('echo worker >> later.txt')),
      says('worked'),
    ],
    asker: [calls(write('asked.txt'), execute('echo asker >> done.txt')), says('asked')],
    helper: [
      () => slow.opened.then(() => ({ calls: [execute('echo helper >> done.txt')] })),
      calls(execute('echo helper >> later.txt')),
      says('helped'),
    ],
    mate: [
      calls(execute('echo mate >> done.txt')),
      calls(execute('echo mate >> later.txt')),
      says('mated'),
    ],
  })
  await using fixture = await openRunFixture({ script, files: ASKING })
  const { sessionId } = fixture
  await fixture.runs.send(sessionId, { text: 'go' })
  await fixture.until('approval.requested')
  await fixture.until('terminal.opened')
  const paused = fixture.runs.pause(sessionId)
  slow.open()
  await paused
  expect(fixture.of('run.ended').map(({ data }) => data)).toEqual([
    { outcome: 'stopped', reason: 'A person paused this run.', isPaused: true },
  ])
  expect(linesOf(fixture, 'slept.txt')).toEqual(['worker'])
  expect(fixture.states().approvals.open).toHaveLength(1)
  expect(fixture.states().calls.order).toEqual([])
  const cutOff = fixture.of('tool.ended').filter(({ data }) => data.outcome !== 'ok')
  expect(cutOff.map(({ data }) => data.outcome)).toEqual(['interrupted', 'interrupted'])
  expectWhole(fixture)
  const asked = fixture.server.requests.length

  await fixture.close()
  await fixture.restart()
  expect(fixture.states().status).toMatchObject({ isPaused: true, waiting: 1 })
  const [approvalId] = fixture.states().approvals.open
  if (!approvalId) throw new Error('Nothing waits.')
  await fixture.runs.decide(sessionId, { approvalId, decision: 'approve' })
  expect(fixture.of('run.started')).toHaveLength(1)
  expect(fixture.server.requests).toHaveLength(asked)

  await fixture.runs.resume(sessionId)
  await fixture.runs.idle(sessionId)
  expect(fixture.of('run.ended').at(-1)?.data).toEqual({ outcome: 'ok' })
  expect(fixture.states().status.isPaused).toBeUndefined()
  expect(linesOf(fixture, 'done.txt')).toEqual(['asker', 'helper', 'mate', 'worker'])
  expect(linesOf(fixture, 'later.txt')).toEqual(['helper', 'mate', 'worker'])
  expect(linesOf(fixture, 'slept.txt')).toEqual(['worker'])
  expect(linesOf(fixture, 'asked.txt')).toEqual(['asked.txt'])
  expectWhole(fixture)
}, 30_000)

test('a message to a paused session goes on with it, and is heard at once', async () => {
  const gate = createGate()
  const script = scriptAgents({
    go: [
      calls(task('worker')),
      ({ messages }) => ({ text: messages.map(({ text }) => text).join(' | ') }),
    ],
    worker: [
      () => gate.opened.then(() => ({ calls: [execute('echo once >> done.txt')] })),
      says('worked'),
    ],
  })
  await using fixture = await openRunFixture({ script })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  await fixture.until('model.started', 2)
  const paused = runs.pause(sessionId)
  gate.open()
  await paused
  await runs.send(sessionId, { text: 'and be quick' })
  await runs.idle(sessionId)
  expect(fixture.of('run.ended').at(-1)?.data).toEqual({ outcome: 'ok' })
  expect(linesOf(fixture, 'done.txt')).toEqual(['once'])
  expect(fixture.server.requests.at(-1)?.messages.map(({ text }) => text)).toEqual([
    'go',
    '',
    'worked',
    'and be quick',
  ])
  expectWhole(fixture)
})

/** Two subagents: one runs a command, the other answers when the gate is open. */
function quickAndSlow(gate: ReturnType<typeof createGate>) {
  return scriptAgents({
    go: [calls(task('quick'), task('slow')), says('done')],
    quick: [calls(execute('true')), says('quick')],
    slow: [() => gate.opened.then(() => ({ text: 'slow' }))],
  })
}

test('a pause that has not come about is taken back', async () => {
  const gate = createGate()
  await using fixture = await openRunFixture({ script: quickAndSlow(gate) })
  const { runs, sessionId } = fixture
  const runId = await runs.send(sessionId, { text: 'go' })
  await fixture.until('terminal.ended')
  const paused = runs.pause(sessionId)
  expect(await runs.resume(sessionId)).toBe(runId)
  await paused
  gate.open()
  await runs.idle(sessionId)
  expect(fixture.of('run.ended').map(({ data }) => data)).toEqual([{ outcome: 'ok' }])
  expectWhole(fixture)
})

test('a stop lets a command come to its end, begins nothing, and can be gone on with', async () => {
  const script = scriptAgents({
    go: [
      calls(execute('echo began > a.txt; sleep 1; echo ended >> a.txt'), write('never.txt')),
      calls(execute('echo next >> a.txt')),
      says('done'),
    ],
  })
  await using fixture = await openRunFixture({ script, files: ASKING })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  await fixture.until('approval.requested')
  await fixture.until('terminal.opened')
  await runs.stop(sessionId)
  expect(fixture.of('run.ended').map(({ data }) => data)).toEqual([
    { outcome: 'stopped', reason: 'A person stopped this run.' },
  ])
  const ended = fixture.of('tool.ended').map(({ data }) => data.outcome)
  expect(ended.toSorted()).toEqual(['ok', 'stopped'])
  expect(linesOf(fixture, 'a.txt')).toEqual(['began', 'ended'])
  expect(fixture.of('file.changed').at(-1)?.data.path).toBe('/workspace/a.txt')
  expect(fixture.states().approvals.open).toEqual([])
  expect(fixture.server.requests).toHaveLength(1)
  expectWhole(fixture)
  await runs.resume(sessionId)
  await runs.idle(sessionId)
  expect(fixture.of('run.ended').at(-1)?.data).toEqual({ outcome: 'ok' })
})

test('a second stop kills: no process is left, and the call is one that nobody has seen the end of', async () => {
  const stubborn = "trap '' TERM HUP INT; sleep 4711 & (trap '' TERM HUP; sleep 4712) & wait; wait"
  const script = scriptAgents({ go: [calls(execute(stubborn)), says('done')] })
  await using fixture = await openRunFixture({ script })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  await expect.poll(() => countProcesses('^sleep 471[12]$')).toBe(2)
  const stopped = runs.stop(sessionId)
  await runs.stop(sessionId)
  await stopped
  expect(fixture.of('run.ended').map(({ data }) => data)).toEqual([
    { outcome: 'cancelled', reason: 'A person stopped this run.' },
  ])
  expect(countProcesses('sleep 471[12]')).toBe(0)
  const { order, unfinished } = fixture.states().calls
  expect(order.map((id) => unfinished[id]?.args)).toEqual([{ json: { command: stubborn } }])
  expectWhole(fixture)
})

test('a stop takes precedence over a pause', async () => {
  const gate = createGate()
  await using fixture = await openRunFixture({ script: quickAndSlow(gate) })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  await fixture.until('terminal.ended')
  const paused = runs.pause(sessionId)
  const stopped = runs.stop(sessionId)
  gate.open()
  await Promise.all([paused, stopped])
  expect(fixture.of('run.ended').map(({ data }) => data)).toEqual([
    { outcome: 'stopped', reason: 'A person stopped this run.' },
  ])
  expectWhole(fixture)
})

function countProcesses(pattern: string): number {
  try {
    return execFileSync('pgrep', ['-f', pattern], { encoding: 'utf8' }).trim().split('\n').length
  } catch {
    return 0
  }
}
