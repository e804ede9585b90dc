import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'
import { runInChild } from '../../../../test/support/run-in-child.ts'

test('after kill -9 what ran is not run again, what waits goes on waiting, and the run ends whole', async () => {
  const script = (request: ModelRequest): Reply => {
    const first = request.messages[0]?.text ?? ''
    const answered = request.messages.filter(({ role }) => role === 'tool')
    if (first === 'go') {
      if (answered.length > 0) return { text: 'All done.' }
      return { text: 'Both.', calls: ['one', 'two'].map(task) }
    }
    if (answered.length > 0)
      return { text: `${first}: ${answered.map(({ text }) => text).join(' | ')}` }
    return {
      calls: [
        { name: 'run_command', id: 'done', args: { command: `echo ${first} >> done.txt` } },
        { name: 'run_command', id: 'cut', args: { command: `echo ${first} >> cut.txt; sleep 60` } },
        {
          name: 'write_file',
          id: 'asked',
          args: { file_path: `/workspace/${first}`, content: first },
        },
      ],
    }
  }
  const files = { '.orrery/settings.json': '{ "interruptOn": { "write_file": true } }' }
  await using fixture = await openRunFixture({ script, files })
  await using killed = await runInChild(fixture, 'go')
  const read = (name: string) => readFileSync(join(fixture.root, name), 'utf8')
  const linesOf = (name: string) => read(name).trim().split('\n').toSorted()
  await killed.until(
    ({ ended, asked, opened }) =>
      ended >= 2 && asked === 2 && opened === 4 && linesOf('cut.txt').length === 2,
  )
  await killed.kill()

  await fixture.restart()
  const interrupted = fixture.of('run.ended').map(({ data }) => data.outcome)
  expect(interrupted).toEqual(['interrupted'])
  expectWhole(fixture)
  const open = fixture.states().approvals.open
  expect(open).toHaveLength(2)
  for (const approvalId of open) {
    await fixture.runs.decide(fixture.sessionId, { approvalId, decision: 'approve' })
  }
  // Nobody has said what is made of the calls that were cut off: it goes on when it is told to.
  expect(fixture.states().calls.order).toHaveLength(2)
  expect(fixture.of('run.ended')).toHaveLength(1)
  await fixture.runs.resume(fixture.sessionId)
  await fixture.runs.idle(fixture.sessionId)
  expect(fixture.of('run.ended').at(-1)?.data).toEqual({ outcome: 'ok' })
  expectWhole(fixture)
  const told = fixture.of('call.resolved').map(({ data }) => data.resolution)
  expect(told).toEqual(['told', 'told'])
  expect(fixture.states().calls.order).toEqual([])

  expect(linesOf('done.txt')).toEqual(['one', 'two'])
  expect(linesOf('cut.txt')).toEqual(['one', 'two'])
  expect([read('one'), read('two')]).toEqual(['one', 'two'])
  expect(fixture.of('approval.requested')).toHaveLength(2)
  const reports = fixture.of('agent.ended').flatMap(({ data }) => data.report ?? [])
  expect(reports.toSorted()[0]).toContain('not known what came of this run_command call')
  expect(reports.toSorted()[0]).toContain('Created /workspace/one.')
  const { timeline } = fixture.states()
  expect(timeline.laneOrder).toHaveLength(3)
})

test('an input that was durable when the host died is heard when the session goes on', async () => {
  const script = (request: ModelRequest, number: number): Reply =>
    number === 1
      ? { text: 'never', delayMs: 60_000 }
      : { text: request.messages.at(-1)?.text ?? '' }
  await using fixture = await openRunFixture({ script })
  await using killed = await runInChild(fixture, 'are you there?')
  await killed.until(() => fixture.server.requests.length === 1)
  await killed.kill()
  await fixture.restart()
  await fixture.runs.resume(fixture.sessionId)
  await fixture.runs.idle(fixture.sessionId)
  expect(fixture.server.requests[1]?.messages.map(({ text }) => text)).toEqual(['are you there?'])
  expect(fixture.of('run.ended').map(({ data }) => data.outcome)).toEqual(['interrupted', 'ok'])
})

function task(description: string) {
  return { name: 'task', args: { description, subagent_type: 'general-purpose' } }
}
