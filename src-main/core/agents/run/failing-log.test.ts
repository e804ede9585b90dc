import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { refuseEvents } from '../../../../test/support/refuse-events.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'

function writeOnce(request: ModelRequest): Reply {
  const args = { file_path: '/workspace/made.txt', content: 'made' }
  return request.messages.some(({ role }) => role === 'tool')
    ? { text: 'I see.' }
    : { calls: [{ name: 'write_file', args }] }
}

test('a call that the project could not be recorded for is refused, and that is written down', async () => {
  await using fixture = await openRunFixture({ script: writeOnce })
  using _refusing = refuseEvents(fixture.dataDir, 'snapshot.taken')
  expect(await fixture.prompt('write')).toEqual({ outcome: 'ok' })
  const [ended] = fixture.of('tool.ended')
  expect(ended?.data).toMatchObject({ outcome: 'error', error: expect.stringContaining('store') })
  expect(fixture.server.requests[1]?.messages.at(-1)?.text).toBe(ended?.data.result)
  expect(existsSync(join(fixture.root, 'made.txt'))).toBe(false)
  expectWhole(fixture)
})

test('where the end of a call is refused, the run ends, and the next host says so', async () => {
  await using fixture = await openRunFixture({ script: writeOnce })
  {
    using _refusing = refuseEvents(fixture.dataDir, 'tool.ended')
    await fixture.runs.send(fixture.sessionId, { text: 'write' })
    await fixture.runs.idle(fixture.sessionId)
  }
  expect(fixture.server.requests).toHaveLength(1)
  await fixture.close()
  await fixture.restart()
  expect(fixture.of('run.ended').map(({ data }) => data.outcome)).toEqual(['interrupted'])
  expectWhole(fixture)
})

test('a run whose beginning is refused is none, and the session goes on', async () => {
  await using fixture = await openRunFixture()
  const { runs, sessionId } = fixture
  {
    using _refusing = refuseEvents(fixture.dataDir, 'run.started')
    const sending = runs.send(sessionId, { text: 'hello' })
    const waiting = fixture.until('session.configured').then(() => runs.idle(sessionId))
    await expect(sending).rejects.toThrow('The store failed')
    await waiting
  }
  expect(fixture.of('agent.started')).toEqual([])
  expect(await fixture.prompt('again')).toEqual({ outcome: 'ok' })
  expectWhole(fixture)
})

test('a model call whose start is refused is not made', async () => {
  await using fixture = await openRunFixture()
  using _refusing = refuseEvents(fixture.dataDir, 'model.started')
  const reason = expect.stringContaining('The store failed')
  expect(await fixture.prompt('hello')).toEqual({ outcome: 'error', reason })
  expect(fixture.server.requests).toEqual([])
  expect(fixture.of('model.ended')).toEqual([])
  expectWhole(fixture)
})

test('an answer that could not be written down ends the run, not the next one', async () => {
  await using fixture = await openRunFixture({ script: () => ({ text: 'Hello there.' }) })
  {
    using _refusing = refuseEvents(fixture.dataDir, 'model.delta')
    const reason = expect.stringContaining('The store failed')
    expect(await fixture.prompt('hello')).toEqual({ outcome: 'error', reason })
  }
  expect(fixture.of('model.ended').map(({ data }) => data.outcome)).toEqual(['error'])
  expectWhole(fixture)
  expect(await fixture.prompt('again')).toEqual({ outcome: 'ok' })
})
