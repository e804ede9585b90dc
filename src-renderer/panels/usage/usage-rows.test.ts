import { expect, test } from 'vitest'
import { SpanId } from '#shared/lib/ids.ts'
import type { Totals } from '#shared/projections/totals.ts'
import { byAgent, byName, cachedShare } from './usage-rows.ts'

const none: Totals = {
  calls: 1,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  costUsd: 0,
  savedUsd: 0,
  unpricedCalls: 0,
}

test('what cost most comes first', () => {
  const rows = byName({
    a: { ...none, costUsd: 1 },
    b: { ...none, costUsd: 2 },
    local: { ...none, unpricedCalls: 1 },
  })
  expect(rows.map(({ name }) => name)).toEqual(['b', 'a', 'local'])
})

test('the cached share is of all input, and unknown without any', () => {
  expect([
    cachedShare(none),
    cachedShare({ ...none, inputTokens: 10, cacheReadTokens: 7 }),
  ]).toEqual([undefined, 0.7])
})

test('each agent but the lead is told with what it was asked to do', () => {
  const spent = { depth: 0, startedAt: 0, costUsd: 0, unpricedCalls: 0, tokens: 0 }
  const [lead, conductor] = ['spn_1', 'spn_2'].map((id) => SpanId.parse(id))
  if (!lead || !conductor) throw new Error('There are ids.')
  const rows = byAgent(
    { [lead]: none, [conductor]: none },
    {
      [conductor]: { ...spent, agentId: conductor, type: 'orchestrator', description: 'Conducts' },
      [lead]: { ...spent, agentId: lead, type: 'lead', description: '' },
    },
  )
  expect(rows.map(({ name, task }) => [name, task])).toEqual([
    ['orchestrator', 'Conducts'],
    ['lead', undefined],
  ])
})
