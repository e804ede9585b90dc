import { expect, test } from 'vitest'
import { ProjectId } from '#shared/lib/ids.ts'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import { measureThread } from '../prompts/thread-parts.ts'

const SUMMARY_BEGINS = 'You are a conversation summarizer'

test('between two runs, a conversation is compacted at once, and the next prompt sees the summary', async () => {
  await using fixture = await openRunFixture({ script: answerAll })
  for (const prompt of ['one', 'two', 'three']) await fixture.prompt(prompt)
  const compacted = await fixture.runs.compact(fixture.sessionId)
  expect(compacted).toMatchObject({ droppedMessages: 4, keptMessages: 2 })
  expect(fixture.of('context.compacted').map(({ data }) => data.summary)).toEqual(['They counted.'])
  expect(fixture.of('run.started').at(-1)?.data.isCompaction).toBe(true)
  expect(fixture.of('model.started').at(-1)?.data.purpose).toBe('summary')
  expect(await conversationOf(fixture)).toBe('A summary, and 2 messages so far')
  expect(await fixture.prompt('four')).toEqual({ outcome: 'ok' })
  expect(await conversationOf(fixture)).toBe('5 messages so far')
  const texts = fixture.server.requests.at(-1)?.messages.map(({ text }) => text) ?? []
  expect(texts[0]).toContain('They counted.')
  expect(texts.slice(1)).toEqual(['three', 'Heard three.', 'four'])
  expectWhole(fixture)
})

test('compacted twice, the second summary contains the first', async () => {
  await using fixture = await openRunFixture({ script: answerAll })
  for (const prompt of ['one', 'two']) await fixture.prompt(prompt)
  await fixture.runs.compact(fixture.sessionId)
  await fixture.prompt('three')
  await fixture.runs.compact(fixture.sessionId)
  const [summary] = fixture.server.requests.at(-1)?.messages ?? []
  expect(summary?.text).toContain('They counted.')
  expect(summary?.text).toContain('two')
  await fixture.prompt('four')
  const texts = fixture.server.requests.at(-1)?.messages.map(({ text }) => text) ?? []
  expect(texts.slice(1)).toEqual(['three', 'Heard three.', 'four'])
})

test('while a run is on, the conversation is compacted before its next model call', async () => {
  await using fixture = await openRunFixture({ script: workOnThree })
  for (const prompt of ['one', 'two']) await fixture.prompt(prompt)
  await startThree(fixture)
  expect(await fixture.runs.compact(fixture.sessionId)).toBeUndefined()
  await fixture.runs.idle(fixture.sessionId)
  expect(fixture.of('run.started')).toHaveLength(3)
  const purposes = fixture.of('model.started').map(({ data }) => data.purpose)
  expect(purposes).toEqual(['step', 'step', 'step', 'summary', 'step'])
  expect(fixture.of('context.compacted')).toHaveLength(1)
  expectWhole(fixture)
})

test('a conversation that is too short, or none, starts no run', async () => {
  await using fixture = await openRunFixture({ script: answerAll })
  const short = 'There is nothing to compact: the conversation is too short.'
  await expect(fixture.runs.compact(fixture.sessionId)).rejects.toThrow(short)
  await fixture.prompt('one')
  await expect(fixture.runs.compact(fixture.sessionId)).rejects.toThrow(short)
  await fixture.prompt('two')
  await fixture.runs.compact(fixture.sessionId)
  await expect(fixture.runs.compact(fixture.sessionId)).rejects.toThrow(short)
  expect(fixture.of('run.started')).toHaveLength(3)
})

test('a run that failed can be resumed after its conversation was compacted', async () => {
  const state = { isBroken: true }
  const script = (request: ModelRequest): Reply => {
    const isThird = request.messages.at(-1)?.text === 'three'
    return isThird && state.isBroken ? { status: 400 } : answerAll(request)
  }
  await using fixture = await openRunFixture({ script })
  for (const prompt of ['one', 'two', 'three']) await fixture.prompt(prompt)
  expect(fixture.states().status.lastOutcome).toBe('error')
  await fixture.runs.compact(fixture.sessionId)
  expect(fixture.states().status.lastOutcome).toBe('error')
  state.isBroken = false
  await fixture.runs.resume(fixture.sessionId)
  await fixture.runs.idle(fixture.sessionId)
  expect(fixture.of('run.ended').at(-1)?.data).toEqual({ outcome: 'ok' })
  const texts = fixture.server.requests.at(-1)?.messages.map(({ text }) => text) ?? []
  expect(texts[0]).toContain('They counted.')
  expect(texts.at(-1)).toBe('three')
})

test('what could not be summarized is as it was, and resuming compacts again', async () => {
  const state = { isBroken: true }
  const script = (request: ModelRequest): Reply =>
    isSummary(request) && state.isBroken ? { status: 401 } : answerAll(request)
  await using fixture = await openRunFixture({ script })
  for (const prompt of ['one', 'two']) await fixture.prompt(prompt)
  await expect(fixture.runs.compact(fixture.sessionId)).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect(fixture.of('context.compacted')).toEqual([])
  state.isBroken = false
  await fixture.runs.resume(fixture.sessionId)
  await fixture.runs.idle(fixture.sessionId)
  expect(fixture.of('context.compacted')).toHaveLength(1)
  await expectHeard(fixture, 'three', ['two', 'Heard two.', 'three'])
})

test('calls that wait for approval are decided first', async () => {
  const script = (request: ModelRequest): Reply =>
    request.messages.at(-1)?.text === 'two'
      ? { calls: [{ name: 'write_file', args: { file_path: '/workspace/a', content: 'a' } }] }
      : answerAll(request)
  const files = { '.orrery/settings.json': '{ "interruptOn": { "write_file": true } }' }
  await using fixture = await openRunFixture({ script, files })
  await fixture.prompt('one')
  await fixture.runs.send(fixture.sessionId, { text: 'two' })
  await expect.poll(() => fixture.of('approval.requested').length, { timeout: 60_000 }).toBe(1)
  await fixture.restart()
  await expect(fixture.runs.compact(fixture.sessionId)).rejects.toThrow(
    'Calls are waiting for approval. Approve or reject them, then compact.',
  )
})

test('a request to compact survives a summary that fails at first', async () => {
  const state = { failed: 0 }
  const script = (request: ModelRequest): Reply => {
    if (isSummary(request)) {
      state.failed += 1
      return state.failed < 3 ? { status: 503 } : { text: 'They counted.' }
    }
    return workOnThree(request)
  }
  await using fixture = await openRunFixture({ script })
  for (const prompt of ['one', 'two']) await fixture.prompt(prompt)
  await startThree(fixture)
  await fixture.runs.compact(fixture.sessionId)
  await fixture.runs.idle(fixture.sessionId)
  expect(fixture.of('context.compacted')).toHaveLength(1)
  expect(fixture.of('run.ended').at(-1)?.data).toEqual({ outcome: 'ok' })
})

test('while a message waits for a compaction to end, that can be stopped', async () => {
  const script = (request: ModelRequest): Reply =>
    isSummary(request) ? { text: 'Never.', delayMs: 600_000 } : answerAll(request)
  await using fixture = await openRunFixture({ script })
  for (const prompt of ['one', 'two']) await fixture.prompt(prompt)
  const compacting = fixture.runs.compact(fixture.sessionId).catch(() => 'failed')
  const asked = () => fixture.server.requests.filter(isSummary).length
  await expect.poll(asked, { timeout: 60_000 }).toBe(1)
  const sent = fixture.runs.send(fixture.sessionId, { text: 'three' })
  await fixture.runs.kill(fixture.sessionId)
  expect(await compacting).toBe('failed')
  await sent
  await fixture.runs.idle(fixture.sessionId)
  expect(fixture.of('run.ended').map(({ data }) => data.outcome)).toEqual([
    'ok',
    'ok',
    'cancelled',
    'ok',
  ])
})

test('a conversation with unfinished calls is not compacted, and its run can be resumed', async () => {
  const script = (request: ModelRequest): Reply => {
    const last = request.messages.at(-1)
    if (last?.text !== 'two') return answerAll(request)
    return {
      calls: [
        { name: 'run_command', id: 'done', args: { command: 'echo done' } },
        { name: 'run_command', id: 'cut', args: { command: 'sleep 600' } },
      ],
    }
  }
  await using fixture = await openRunFixture({ script })
  await fixture.prompt('one')
  await fixture.runs.send(fixture.sessionId, { text: 'two' })
  await expect.poll(() => fixture.of('tool.ended').length, { timeout: 60_000 }).toBe(1)
  await fixture.runs.kill(fixture.sessionId)
  await expect(fixture.runs.compact(fixture.sessionId)).rejects.toMatchObject({ code: 'conflict' })
  expect(fixture.of('run.started')).toHaveLength(2)
})

async function conversationOf({ store, sessionId, states }: RunFixture): Promise<string> {
  const projectId = ProjectId.parse(states().status.projectId)
  return (await measureThread(store, { sessionId, projectId }, [])).at(-1)?.title ?? ''
}

async function expectHeard(
  fixture: RunFixture,
  prompt: string,
  texts: readonly string[],
): Promise<void> {
  await fixture.prompt(prompt)
  const heard = fixture.server.requests.at(-1)?.messages.map(({ text }) => text) ?? []
  expect(heard[0]).toContain('They counted.')
  expect(heard.slice(1)).toEqual(texts)
}

function isSummary({ messages }: ModelRequest): boolean {
  return messages.at(-1)?.text.startsWith(SUMMARY_BEGINS) === true
}

/** Calls a tool for the third prompt, so that its run makes another model call. */
function workOnThree(request: ModelRequest): Reply {
  if (request.messages.at(-1)?.text !== 'three') return answerAll(request)
  return { calls: [{ name: 'run_command', id: 'wait', args: { command: 'sleep 2' } }] }
}

/** Resolves when the tool of the third prompt runs. */
async function startThree(fixture: RunFixture): Promise<void> {
  await fixture.runs.send(fixture.sessionId, { text: 'three' })
  await expect.poll(() => fixture.of('tool.started').length, { timeout: 60_000 }).toBe(1)
}

function answerAll(request: ModelRequest): Reply {
  if (isSummary(request)) return { text: 'They counted.' }
  return { text: `Heard ${request.messages.at(-1)?.text}.` }
}
