import { expect, test } from 'vitest'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'
import { scriptSmallContext } from '../../../../test/support/small-context.ts'

/** As deepagents 1 asks for a summary: the recorder knows the call by it. */
const SUMMARY_BEGINS = 'You are a conversation summarizer'
/** Just below what is put aside as a file; four of them are more than a thread may hold. */
const LONG = 'a word or two '.repeat(13_000)

test('a summary is asked for again where that fails, and by the next model of the list', async () => {
  const state = { failed: 0 }
  const script = ({ messages, format }: ModelRequest): Reply => {
    if (!messages.at(-1)?.text.startsWith(SUMMARY_BEGINS)) return { text: 'I hear.' }
    if (format === 'anthropic') return { text: 'They said a word or two.' }
    state.failed += 1
    return { status: state.failed < 3 ? 503 : 401 }
  }
  const fallbacks = ['anthropic:claude-haiku-4-5']
  await using fixture = await openRunFixture({ script, fallbacks })
  for (const round of [1, 2, 3, 4]) await fixture.prompt(`${round} ${LONG}`)
  const summaries = fixture.of('model.started').filter(({ data }) => data.purpose === 'summary')
  expect(summaries.map(({ data }) => [data.provider, data.attempt])).toEqual([
    ['compatible', 1],
    ['compatible', 2],
    ['compatible', 3],
    ['anthropic', 4],
  ])
  const again = fixture.of('model.ended').map(({ data }) => data.retryInMs)
  expect(again.filter((delay) => delay !== undefined)).toEqual([0, 0])
  expect(fixture.of('context.compacted')).toHaveLength(1)
  expectWhole(fixture)
})

test('a thread that grew too long is summed up, and the log says so', async () => {
  const script = (request: ModelRequest): Reply =>
    request.messages.at(-1)?.text.startsWith(SUMMARY_BEGINS)
      ? { text: 'They said a word or two.' }
      : { text: 'I hear.' }
  await using fixture = await openRunFixture({ script })
  for (const round of [1, 2, 3, 4]) await fixture.prompt(`${round} ${LONG}`)
  expect(fixture.of('context.compacted').map(({ data }) => data)).toEqual([
    { summary: 'They said a word or two.', droppedMessages: 1, keptMessages: 6 },
  ])
  const purposes = fixture.of('model.started').map(({ data }) => data.purpose)
  expect(purposes).toEqual(['step', 'step', 'step', 'summary', 'step'])
  const [compacted] = fixture.of('context.compacted')
  const [lead] = fixture.of('agent.started')
  expect(compacted?.agentId).toBe(lead?.spanId)
  const history = fixture.of('file.changed').map(({ data }) => data.path)
  expect(history).toEqual([expect.stringContaining('/conversation_history/')])
  expect(await fixture.prompt('go on')).toEqual({ outcome: 'ok' })
  expect(fixture.of('context.compacted')).toHaveLength(1)
  expectWhole(fixture)
})

test('a summary that no budget has room for is not asked for', async () => {
  const script = ({ messages }: ModelRequest): Reply =>
    messages.at(-1)?.text.startsWith(SUMMARY_BEGINS)
      ? { text: 'They said a word or two.' }
      : { text: 'I hear.', usage: { input: 100, output: 10 } }
  await using fixture = await openRunFixture({ script })
  const { settings } = fixture.store
  const price = { inputUsd: 1, outputUsd: 1 }
  await settings.change({ model: undefined, models: { 'compatible:scripted': { price } } })
  for (const round of [1, 2, 3]) await fixture.prompt(`${round} ${LONG}`)
  await settings.change({ model: undefined, budgets: { run: 0.05 } })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: `4 ${LONG}` })
  const { data } = await fixture.until('approval.requested')
  const { approvalId } = data
  await runs.decide(sessionId, { approvalId, decision: 'reject', by: 'host' })
  await runs.idle(sessionId)
  expect(fixture.of('run.ended').at(-1)?.data).toMatchObject({
    outcome: 'stopped',
    reason: expect.stringContaining('this run’s budget'),
  })
  expect(fixture.server.requests).toHaveLength(3)
  expectWhole(fixture)
})

const REFUSAL = {
  name: 'llama-cpp',
  status: 400,
  words: 'the request exceeds the available context size',
}

test('a context that not even one result fits into is worked in with fewer tools and cut results', async () => {
  const context = scriptSmallContext(REFUSAL, { contextTokens: 12_000, reads: 4 })
  await using fixture = await openRunFixture(context)
  expect(await fixture.prompt('Read all files')).toEqual({ outcome: 'ok' })
  expect(context.counts.reads).toBe(4)
  const last = fixture.server.requests.at(-1)
  expect(last?.tools).toContain('read_file')
  expect(last?.tools).not.toContain('create_team')
  expectWhole(fixture)
})

test('a context that the instructions alone exceed ends the run with a sentence', async () => {
  const context = scriptSmallContext(REFUSAL, { contextTokens: 1_500, reads: 1 })
  await using fixture = await openRunFixture(context)
  expect(await fixture.prompt('Read all files')).toEqual({
    outcome: 'error',
    reason: expect.stringMatching(
      /^The context of scripted is too small: .* take about [\d,]+ tokens\. Choose a model/,
    ),
  })
  expect(context.counts).toEqual({ reads: 0, refused: expect.toSatisfy((count) => count < 10) })
  expectWhole(fixture)
})

test.each([
  ['its list of models', { entries: [{ id: 'scripted', max_model_len: 30_000 }] }],
  ['llama.cpp’s properties', { props: { default_generation_settings: { n_ctx: 30_000 } } }],
])('a context that the server states in %s is never exceeded', async (_place, served) => {
  const context = scriptSmallContext(REFUSAL, { contextTokens: 30_000, reads: 8 })
  await using fixture = await openRunFixture({ ...context, served })
  expect(await fixture.prompt('Read all files')).toEqual({ outcome: 'ok' })
  expect(context.counts).toEqual({ reads: 8, refused: 0 })
  expectWhole(fixture)
})
