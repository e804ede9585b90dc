import { expect, test } from 'vitest'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import { chat } from '../../../../test/support/usage-shapes/usage-shape.ts'
import { createIds } from '../../runtime/ids.ts'
import { Ledger } from './ledger.ts'
import { RunMoney } from './run-money.ts'

/** $0.25 and $2 a million tokens. */
const model = 'openai:gpt-5-mini'
const usage = { input: 8000, output: 16_000 }
const CALL_USD = 0.034

function readForever({ messages }: ModelRequest): Reply {
  const step = messages.filter(({ role }) => role === 'assistant').length
  return { usage, calls: [{ name: 'ls', args: { path: `/workspace/${step}` } }] }
}

function delegateOften(request: ModelRequest): Reply {
  if (request.messages[0]?.text !== 'go') return readForever(request)
  const args = { description: 'work', subagent_type: 'general-purpose' }
  return { usage, calls: Array.from({ length: 12 }, () => ({ name: 'task', args })) }
}

async function rejectWhenAsked(fixture: RunFixture): Promise<void> {
  const { data } = await fixture.until('approval.requested')
  const { approvalId } = data
  await fixture.runs.decide(fixture.sessionId, { approvalId, decision: 'reject', by: 'host' })
}

function costOfAll(fixture: RunFixture): number {
  return fixture.states().usage.total.costUsd
}

test('agents at work at once cannot spend the same dollar, and a person is asked once', async () => {
  const costUsd = 30 * CALL_USD + 0.001
  const limits = { costUsd, failuresInRow: 1000, repeats: 1000 }
  await using fixture = await openRunFixture({ script: delegateOften, model, limits })
  const rejecting = rejectWhenAsked(fixture)
  const ended = await fixture.prompt('go')
  await rejecting
  expect(ended).toEqual({
    outcome: 'stopped',
    reason:
      'Stopped at this run’s budget of $1.02. Raise it and resume, or choose a cheaper model.',
  })
  expect(fixture.server.requests.length).toBeLessThanOrEqual(30)
  expect(fixture.server.requests.length).toBeGreaterThan(25)
  expect(costOfAll(fixture)).toBeLessThanOrEqual(costUsd)
  expect(fixture.of('approval.requested')).toHaveLength(1)
  expectWhole(fixture)
})

test('a budget that is raised lets the run go on, by as much as is said', async () => {
  const script = (request: ModelRequest, number: number): Reply =>
    number > 3 ? { text: 'Enough.', usage } : readForever(request)
  await using fixture = await openRunFixture({ script, model, limits: { costUsd: 0.08 } })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  const first = await fixture.until('approval.requested')
  expect(first.data).toMatchObject({
    title: expect.stringMatching(/^Raise this run’s budget from \$0.080 to \$0/),
    isJudged: false,
    args: { json: { scope: 'run' } },
  })
  const args = { scope: 'run', raise_to_usd: 0.12 }
  const { approvalId } = first.data
  await runs.decide(sessionId, { approvalId, decision: 'edit', args })
  const second = await fixture.until('approval.requested', 2)
  await runs.decide(sessionId, { approvalId: second.data.approvalId, decision: 'approve' })
  await runs.idle(sessionId)
  expect(fixture.of('run.ended')[0]?.data).toEqual({ outcome: 'ok' })
  expect(fixture.server.requests).toHaveLength(4)
  expectWhole(fixture)
})

test('a session’s budget counts what its runs before have spent, and its host before this one', async () => {
  const script = (): Reply => ({ text: 'Done.', usage })
  await using fixture = await openRunFixture({ script, model })
  await fixture.store.settings.change({ model: undefined, budgets: { session: 0.06 } })
  await fixture.prompt('one')
  await fixture.close()
  await fixture.restart()
  const rejecting = rejectWhenAsked(fixture)
  expect(await fixture.prompt('two')).toMatchObject({
    outcome: 'stopped',
    reason: expect.stringContaining('this session’s budget'),
  })
  await rejecting
  expect(fixture.server.requests).toHaveLength(1)
})

test('a budget that is raised while nothing runs holds for the run that goes on, once', async () => {
  const script = (): Reply => ({ text: 'Done.', usage })
  await using fixture = await openRunFixture({ script, model })
  await fixture.store.settings.change({ model: undefined, budgets: { session: 0.06 } })
  await fixture.prompt('one')
  await fixture.runs.send(fixture.sessionId, { text: 'two' })
  const { data } = await fixture.until('approval.requested')
  await fixture.close()
  await fixture.restart()
  const { runs, sessionId } = fixture
  await runs.decide(sessionId, { approvalId: data.approvalId, decision: 'approve' })
  await runs.idle(sessionId)
  expect(fixture.of('run.ended').at(-1)?.data).toEqual({ outcome: 'ok' })
  expect(fixture.of('approval.requested')).toHaveLength(1)
  await runs.send(sessionId, { text: 'three' })
  await fixture.until('approval.requested', 2)
})

test('a call in a tier of unknown price takes the standard price from a budget', async () => {
  const counts = { prompt_tokens: 8000, completion_tokens: 16_000, total_tokens: 24_000 }
  const script = (): Reply => chat(counts, { service_tier: 'priority' })
  await using fixture = await openRunFixture({ script, model })
  await fixture.store.settings.change({ model: undefined, budgets: { session: 0.06 } })
  await fixture.prompt('one')
  expect(fixture.of('model.ended').map(({ data }) => data.costUsd)).toEqual([null])
  const rejecting = rejectWhenAsked(fixture)
  expect(await fixture.prompt('two')).toMatchObject({
    outcome: 'stopped',
    reason: expect.stringContaining('this session’s budget'),
  })
  await rejecting
  expect(fixture.server.requests).toHaveLength(1)
})

test('under a budget a model without a price is refused', async () => {
  await using fixture = await openRunFixture({ limits: { costUsd: 1 } })
  expect(await fixture.prompt('go')).toEqual({
    outcome: 'error',
    reason: expect.stringContaining('Nobody knows what compatible:scripted costs'),
  })
  expect(fixture.server.requests).toEqual([])
  expectWhole(fixture)
})

test('a person may have the run go on with a cheaper model instead', async () => {
  const script = (request: ModelRequest, number: number): Reply =>
    number > 2 ? { text: 'Enough.', usage } : readForever(request)
  await using fixture = await openRunFixture({ script, model, limits: { costUsd: 0.06 } })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  const { approvalId } = data
  const wrong = { approvalId, decision: 'edit', args: { go_on_with: 'nobody:nothing' } } as const
  await expect(runs.decide(sessionId, wrong)).rejects.toThrow('There is no provider "nobody"')
  const nothing = [
    [{}, 'Nothing is changed'],
    [{ go_on_with: 'openai:gpt-5-mini' }, 'Nothing is changed'],
    [{ raise_to: 100 }, 'raise_to_usd as an amount'],
    [{ raise_to_usd: 1, raiseToUsd: 100 }, 'raise_to_usd as an amount'],
    [{ raise_to_usd: '1' }, 'raise_to_usd as an amount'],
    [{ raise_to_usd: -1 }, 'raise_to_usd as an amount'],
    [{ raise_to_usd: 1, scope: 'month' }, 'Leave scope as it is'],
    [{ raise_to_usd: 1, go_on_with: 'openai:gpt-5-nano' }, 'not both'],
  ] as const
  for (const [edited, sentence] of nothing) {
    const decision = { approvalId, decision: 'edit', args: edited } as const
    await expect(runs.decide(sessionId, decision)).rejects.toThrow(sentence)
  }
  const respond = { approvalId, decision: 'respond', message: 'Yes' } as const
  await expect(runs.decide(sessionId, respond)).rejects.toThrow('Use approve, edit, or reject.')
  expect(fixture.of('approval.decided')).toEqual([])
  const args = { ...wrong.args, go_on_with: 'openai:gpt-5-nano' }
  await runs.decide(sessionId, { approvalId, decision: 'edit', args })
  await runs.idle(sessionId)
  expect(fixture.of('run.ended')[0]?.data).toEqual({ outcome: 'ok' })
  expect(fixture.of('model.failed-over')[0]?.data).toMatchObject({
    to: { provider: 'openai', model: 'gpt-5-nano' },
    reason: 'budget',
  })
  const models = fixture.of('model.ended').map(({ data: { model: name } }) => name)
  expect(models).toEqual(['gpt-5-mini', 'gpt-5-nano', 'gpt-5-nano'])
  expect(costOfAll(fixture)).toBeLessThanOrEqual(0.06)
  expectWhole(fixture)
})

function openMoney(runUsd: number) {
  const ledger = new Ledger({
    readBudgets: () => ({ run: runUsd }),
    spentBefore: () => 0,
    month: () => '2026-11',
    settle: () => Promise.resolve(),
  })
  const project = { sessionId: ids.session(), projectId: ids.project() }
  return new RunMoney({
    account: ledger.open({ runId: ids.run(), ...project }),
    ask: () => Promise.reject(new Error('Nobody is asked.')),
    stop: () => undefined,
    offer: () => undefined,
    rest: () => new DisposableStack(),
  })
}

const ids = createIds()
const ref = { provider: 'openai', model: 'gpt-5-mini' }
const agent = { agentId: ids.span(), spanId: ids.span(), type: 'lead', model: ref }
const price = { inputUsd: 1, outputUsd: 1, source: 'test' }
const call = { agent, model: ref, price, inputTokens: 1_000_000, outputTokens: 0 }

test('what asks for money when its run is over fails, so that it does not ask again', async () => {
  const money = openMoney(5)
  money[Symbol.dispose]()
  await expect(money.reserve(call)).rejects.toThrow('The run has ended.')
})

test('a call is counted on at its dearest: all that it is asked with may go into a cache', async () => {
  using money = openMoney(5)
  const reserve = async (more: object) =>
    (await money.reserve({ ...call, price: { ...price, ...more } }))?.usd
  expect(await reserve({ cacheReadUsd: 0.1 })).toBe(1)
  expect(await reserve({ cacheWriteUsd: 1.25 })).toBe(1.25)
})
