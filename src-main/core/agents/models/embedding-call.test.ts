import { expect, test } from 'vitest'
import type { Settings } from '#shared/settings/settings.ts'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'

/** $0.02 a million tokens; it has no price for output, as it has no output. */
const PRICED = 'openai:text-embedding-3-small'
const UNPRICED = 'compatible:small'
const files = { 'a.ts': 'export const lamps = 1\n', 'b.ts': 'export const cats = 1\n' }

function searchOnce({ messages }: ModelRequest): Reply {
  const hasSearched = messages.some(({ role }) => role === 'tool')
  const calls = [{ name: 'search_vector_db', args: { query: 'light' } }]
  return hasSearched ? { text: 'Done.' } : { calls }
}

interface Searching {
  readonly embeddingModel: string
  readonly limits?: { readonly costUsd: number }
  readonly models?: Settings['models']
}

async function searched({ embeddingModel, limits, models = {} }: Searching): Promise<RunFixture> {
  const model = 'openai:gpt-5-mini'
  const fixture = await openRunFixture({
    ...{ script: searchOnce, files, model },
    ...(limits && { limits }),
  })
  await fixture.store.settings.change({ embeddingModel, models })
  await fixture.prompt('Find it.')
  expectWhole(fixture)
  return fixture
}

function embeddings(fixture: RunFixture) {
  const asked = fixture.of('model.started').filter(({ data }) => data.purpose === 'embedding')
  const ended = fixture.of('model.ended')
  return asked.map(({ data, spanId, agentId, parentSpanId }) => ({
    ...{ data, agentId, parentSpanId },
    end: ended.find((end) => end.spanId === spanId)?.data,
  }))
}

/** What the model was told of its call. */
function toldModel({ server }: RunFixture): string | undefined {
  return server.requests.at(-1)?.messages.find(({ role }) => role === 'tool')?.text
}

test('each request for vectors is a model call of the agent whose tool call needs it', async () => {
  await using fixture = await searched({ embeddingModel: PRICED })
  const call = fixture.of('tool.started').find(({ data }) => data.name === 'search_vector_db')
  const [pieces, question, ...others] = embeddings(fixture)
  expect(others).toEqual([])
  expect(pieces).toMatchObject({
    agentId: call?.agentId,
    parentSpanId: call?.spanId,
    data: { model: 'text-embedding-3-small', attempt: 1, request: { params: { texts: 2 } } },
    end: {
      outcome: 'ok',
      usage: { inputTokens: 20, outputTokens: 0 },
      costUsd: expect.closeTo(4e-7, 12),
    },
  })
  expect(question).toMatchObject({
    data: { request: { params: { texts: 1 } } },
    end: {
      ...{ usage: { inputTokens: 10 }, tools: ['search_vector_db'] },
      costUsd: expect.closeTo(2e-7, 12),
    },
  })
})

test('what vectors cost is in every sum, and what has no price is unknown', async () => {
  await using priced = await searched({ embeddingModel: PRICED })
  const { usage, timeline } = priced.states()
  const costUsd = expect.closeTo(6e-7, 12)
  expect(usage.byModel[PRICED]).toMatchObject({ calls: 2, inputTokens: 30, costUsd })
  expect(usage.byTool['search_vector_db']?.tokens).toBeGreaterThanOrEqual(30)
  const calls = priced.of('model.ended').map(({ data }) => data.costUsd ?? 0)
  const all = calls.reduce((sum, costUsd) => sum + costUsd, 0)
  expect(usage.total.costUsd).toBeCloseTo(all, 12)
  expect(priced.store.summaries.of(priced.sessionId)?.costUsd).toBeCloseTo(all, 12)
  expect(Object.values(timeline.spans).map(({ title }) => title)).toContain(
    'text-embedding-3-small · embedding',
  )
  await using unpriced = await searched({ embeddingModel: UNPRICED })
  expect(unpriced.states().usage.byModel[UNPRICED]).toMatchObject({ calls: 2, unpricedCalls: 2 })
  expect(embeddings(unpriced).map(({ end }) => end?.costUsd)).toEqual([null, null])
})

test('where a budget holds, a model without a price is not asked, and words have to do', async () => {
  await using fixture = await searched({ embeddingModel: UNPRICED, limits: { costUsd: 1 } })
  expect(embeddings(fixture)).toEqual([])
  expect(toldModel(fixture)).toMatch(/By words alone.*Nobody knows what compatible:small costs/)
})

test('what does not fit into a budget is not asked for, and no person is', async () => {
  const models = { [UNPRICED]: { price: { inputUsd: 1_000_000, outputUsd: 0 } } }
  const limits = { costUsd: 1 }
  await using fixture = await searched({ embeddingModel: UNPRICED, limits, models })
  expect(embeddings(fixture)).toEqual([])
  expect(fixture.of('approval.requested')).toEqual([])
  expect(toldModel(fixture)).toMatch(
    /By words alone.*small was not asked: it does not fit into this run’s budget/,
  )
})
