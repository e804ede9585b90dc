import { expect, test } from 'vitest'
import { noWaste, type Waste, type WasteKind, withWaste } from '#shared/projections/waste-sums.ts'
import { child, lead } from '../../../../test/support/make-timeline-spans.ts'
import { groupWaste, sharesOf } from './waste-groups.ts'

function lost(kind: WasteKind, change: Partial<Waste>): Waste {
  return { kind, id: kind, agentId: lead, seq: 1, lostMs: 0, costUsd: 0, ...change }
}

const items = [
  lost('failed-call', { id: 'cheap', costUsd: 0.01, agentId: child }),
  lost('failed-call', { id: 'dear', costUsd: 0.02 }),
  lost('waiting', { lostMs: 5000 }),
]
const byAgent = { [lead]: withWaste(noWaste, { lostMs: 5000, costUsd: 0.02 }) }
const totals = {
  items,
  byKind: { waiting: withWaste(noWaste, { lostMs: 5000, costUsd: 0 }) },
  byAgent: { ...byAgent, [child]: withWaste(noWaste, { lostMs: 9000, costUsd: 0.01 }) },
}

test('by kind, waste stands as kinds are told, and what lost most comes first', () => {
  const groups = groupWaste(totals, 'kind').map(({ key, items: own }) => [
    key,
    own.map(({ id }) => id),
  ])
  expect(groups).toEqual([
    ['waiting', ['waiting']],
    ['failed-call', ['dear', 'cheap']],
  ])
})

test('by agent, who lost most money comes first', () => {
  const groups = groupWaste(totals, 'agent').map(({ key, sum }) => [key, sum.costUsd])
  expect(groups).toEqual([
    [lead, 0.02],
    [child, 0.01],
  ])
})

test('an agent’s share is one of money; of time where no money was lost', () => {
  const timeOnly = { [lead]: withWaste(noWaste, { lostMs: 100, costUsd: 0 }) }
  expect([sharesOf(totals.byAgent).get(child), sharesOf(timeOnly).get(lead)]).toEqual([0.5, 1])
})
