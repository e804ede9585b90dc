import { expect, test } from 'vitest'
import { SpanId } from '#shared/ids.ts'
import { cellsOf } from './tree-words.ts'

function kindOf(type: string, depth: number): string {
  const id = SpanId.parse('spn_1')
  const lane = { agentId: id, type, depth, description: '', startedAt: 0 }
  const spent = { costUsd: 0, unpricedCalls: 0, tokens: 0 }
  const row = { type: 'lane', id, level: 1, lane: { ...lane, ...spent }, isOpen: false } as const
  return cellsOf(row, { origin: 0, now: 1 }).kind
}

test('who conducts a review that a person asked for is not told as the lead', () => {
  expect([kindOf('lead', 0), kindOf('orchestrator', 0), kindOf('orchestrator', 1)]).toEqual([
    'lead',
    'orchestrator',
    'subagent',
  ])
})
