import { expect, test } from 'vitest'
import { SpanId } from '#shared/lib/ids.ts'
import {
  child,
  laneOf,
  lead,
  modelSpan,
  stateOf,
  toolSpan,
} from '../../../../test/support/make-timeline-spans.ts'
import { SpanIndex } from './span-index.ts'
import { actOnTreeKey, cellsOf, listTreeRows, type TreeRow, type TreeSources } from './tree-rows.ts'

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

const spans = [
  modelSpan({ id: 'first', seq: 1, startedAt: 0, endSeq: 2, endedAt: 10, outcome: 'ok' }),
  toolSpan({ id: 'inside', seq: 4, startedAt: 30, endSeq: 6, endedAt: 50, agentId: child }),
  modelSpan({ id: 'second', seq: 5, startedAt: 40 }),
]

function rowsOf(change: Partial<TreeSources> = {}): readonly TreeRow[] {
  const index = new SpanIndex()
  const state = stateOf(spans, 100)
  index.update(state)
  const lanes = {
    [lead]: laneOf(lead, 0),
    [child]: { ...laneOf(child, 1), parentAgentId: lead, startedAt: 20 },
  }
  return listTreeRows({
    lanes: { lanes, laneOrder: [lead, child] },
    index,
    seq: 100,
    isOpen: () => true,
    isHidden: () => false,
    isMatch: () => true,
    ...change,
  })
}

const named = (rows: readonly TreeRow[]) => rows.map(({ id, level }) => `${level} ${id}`)

test('what an agent did and whom it had stand under it as they began', () => {
  expect(named(rowsOf())).toEqual(['1 spn_lead', '2 first', '2 spn_child', '3 inside', '2 second'])
})

test('what is closed, left out or has not begun is not listed', () => {
  expect([
    named(rowsOf({ isOpen: ({ agentId }) => agentId === lead })),
    named(rowsOf({ isMatch: ({ type }) => type === 'tool' })),
    named(rowsOf({ isHidden: ({ agentId }) => agentId === child })),
    named(rowsOf({ seq: 4 })),
  ]).toEqual([
    ['1 spn_lead', '2 first', '2 spn_child', '2 second'],
    ['1 spn_lead', '2 spn_child', '3 inside'],
    ['1 spn_lead', '2 first', '2 second'],
    ['1 spn_lead', '2 first', '2 spn_child', '3 inside'],
  ])
})

test('a span is told as it was at the playhead', () => {
  const inside = rowsOf({ seq: 4 }).at(-1)
  expect(inside?.type === 'span' && inside.span.endedAt).toBe(undefined)
})

test('keys move, open and close as in any tree', () => {
  const rows = rowsOf()
  const closed = rowsOf({ isOpen: ({ agentId }) => agentId === lead })
  expect([
    actOnTreeKey('ArrowDown', rows, 4),
    actOnTreeKey('ArrowLeft', rows, 3),
    actOnTreeKey('ArrowLeft', rows, 2),
    actOnTreeKey('ArrowRight', closed, 2),
    actOnTreeKey('ArrowRight', rows, 2),
    actOnTreeKey('Enter', rows, 3),
    actOnTreeKey('x', rows, 3),
  ]).toEqual([
    { type: 'move', index: 4 },
    { type: 'move', index: 2 },
    { type: 'turn', isOpen: false },
    { type: 'turn', isOpen: true },
    { type: 'move', index: 3 },
    { type: 'choose' },
    undefined,
  ])
})
