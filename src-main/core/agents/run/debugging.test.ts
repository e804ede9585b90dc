import { expect, test } from 'vitest'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'
import { calls, says, scriptAgents } from '../../../../test/support/scripted-agents.ts'
import { hasEnded } from '../../processes/processes.ts'

const WAITING = `console.log(process.pid)
debugger
setInterval(() => {}, 1000)
`

const start = { name: 'debug_start', args: { program: '/workspace/a.js' } }

test('a program in the debugger is told by events, and ends with its run', async () => {
  await using fixture = await openRunFixture({
    profile: 'trusted',
    files: { 'a.js': WAITING },
    script: scriptAgents({ look: [calls(start), says('It stands.')] }),
  })
  expect(await fixture.prompt('look')).toMatchObject({ outcome: 'ok' })
  const [call] = fixture.of('tool.ended')
  const pid = Number(/It printed:\n(\d+)/.exec(String(call?.data.result))?.[1])
  expect(hasEnded(pid)).toBe(true)
  const kinds = fixture.events().filter(({ kind }) => kind.startsWith('debug.'))
  expect(kinds.map(({ kind, spanId }) => [kind, spanId === call?.spanId])).toEqual([
    ['debug.started', true],
    ['debug.stopped', true],
    ['debug.ended', true],
  ])
  const { debuggees, order } = fixture.states().debugging
  expect(order.map((id) => debuggees[id])).toMatchObject([
    { title: 'a.js', type: 'node', end: { outcome: 'ok', exitCode: null } },
  ])
})

test('a person is asked before what is debugged, where they would be for the command', async () => {
  const args = { ...start.args, runtime_args: ['--require', './b.js'] }
  await using fixture = await openRunFixture({
    files: { 'a.js': WAITING },
    script: scriptAgents({ look: [calls({ ...start, args }), says('Refused.')] }),
  })
  await fixture.runs.send(fixture.sessionId, { text: 'look' })
  const { data } = await fixture.until('approval.requested')
  expect(data).toMatchObject({ title: 'Debug a.js', rule: expect.stringContaining('asks before') })
  const { approvalId } = data
  await fixture.runs.decide(fixture.sessionId, { approvalId, decision: 'reject' })
  await fixture.runs.idle(fixture.sessionId)
  expect(fixture.of('debug.started')).toEqual([])
})
