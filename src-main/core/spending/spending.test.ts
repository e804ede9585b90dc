import { expect, test } from 'vitest'
import type { Draft } from '#shared/events/index.ts'
import { RunId, type SessionId, SpanId } from '#shared/lib/ids.ts'
import { SpendingSums } from '#shared/spending/spending-sums.ts'
import { QUARTER_MS } from '#shared/spending/spent.ts'
import { openFixture, type StoreFixture } from '../../../test/support/store-fixture.ts'
import { countBudgets, listCalls } from './spending.ts'

const lead = SpanId.parse('spn_lead')
const helper = SpanId.parse('spn_helper')
const [june, july] = [Date.UTC(2026, 5, 30, 23, 50), Date.UTC(2026, 6, 1, 0, 5)]
const everything = { from: 0, until: Date.UTC(2030, 0), where: {} }

const agents: readonly Draft[] = [lead, helper].map((agentId) => ({
  kind: 'agent.started',
  runId: RunId.parse('run_1'),
  agentId,
  spanId: agentId,
  data: {
    type: agentId === lead ? 'lead' : 'debugger',
    description: '',
    model: { provider: 'p', model: 'm' },
  },
}))

function called(agentId: SpanId, costUsd: number | null, tools: string[] = []): Draft {
  const usage = {
    inputTokens: 90,
    outputTokens: 10,
    cacheReadTokens: 30,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  }
  const ids = { runId: RunId.parse('run_1'), agentId, spanId: SpanId.parse('spn_call') }
  const model = { provider: 'p', model: 'm' }
  const data = { ...model, outcome: 'ok', usage, isEstimated: false, costUsd, tools } as const
  return { kind: 'model.ended', ...ids, data }
}

/** Two calls at the end of June, one in July. */
async function spend(fixture: StoreFixture): Promise<SessionId> {
  const id = await fixture.newSession()
  const { events } = fixture.store
  fixture.clock.time = june
  await events.append(id, [
    ...agents,
    called(lead, 1, ['read_file']),
    called(helper, 0.5, ['grep', 'grep', 'ls']),
  ])
  fixture.clock.time = july
  await events.append(id, [called(helper, null)])
  return id
}

test('the calls behind a sum are those of its time and filter, the dearest first', async () => {
  await using fixture = await openFixture()
  const id = await spend(fixture)
  const all = await listCalls(fixture.store, everything)
  expect(all.map(({ type, totals }) => [type, totals.costUsd])).toEqual([
    ['lead', 1],
    ['debugger', 0.5],
    ['debugger', 0],
  ])
  const inJune = { ...everything, until: july - (july % QUARTER_MS), where: { tool: 'grep' } }
  expect(await listCalls(fixture.store, inJune)).toMatchObject([{ sessionId: id, seq: 5 }])
  expect(await listCalls(fixture.store, { ...everything, where: { model: 'p:n' } })).toEqual([])
})

test('budgets count the month, the projects, and the dearest of sessions and runs', async () => {
  await using fixture = await openFixture()
  const { projectId } = fixture
  const id = await spend(fixture)
  expect(await countBudgets(fixture.store, june)).toEqual({
    month: {
      startsAt: Date.UTC(2026, 5),
      endsAt: Date.UTC(2026, 6),
      costUsd: 1.5,
      unpricedCalls: 0,
    },
    projects: [{ projectId, costUsd: 1.5 }],
    session: { sessionId: id, costUsd: 1.5 },
    run: { sessionId: id, runId: 'run_1', costUsd: 1.5 },
  })
  expect((await countBudgets(fixture.store, july)).month).toMatchObject({
    costUsd: 0,
    unpricedCalls: 1,
  })
})

test('what a deleted session spent is told like that of others, after a restart, too', async () => {
  await using fixture = await openFixture()
  const id = await spend(fixture)
  const edges = [0, july - (july % QUARTER_MS), everything.until]
  const report = ({ summaries } = fixture.store) => {
    const sums = new SpendingSums({ edges, by: 'type', where: {} })
    for (const session of summaries.spending()) sums.add(session)
    return sums.report()
  }
  const before = report()
  expect(before.groups).toMatchObject([
    { key: 'lead', stretches: [{ costUsd: 1, tokens: 100 }, { costUsd: 0 }] },
    { key: 'debugger', totals: { calls: 2, unpricedCalls: 1 } },
  ])
  await fixture.store.sessions.delete(id)
  expect(report()).toEqual(before)
  expect(report(await fixture.reopen())).toEqual(before)
  expect(await listCalls(fixture.store, everything)).toEqual([])
  // What cannot be gone to is the dearest of none.
  const budgets = await countBudgets(fixture.store, june)
  expect(budgets).toMatchObject({ month: { costUsd: 1.5 }, projects: [{ costUsd: 1.5 }] })
  expect(budgets).not.toHaveProperty('run')
})
