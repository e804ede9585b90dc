import { RunId, SpanId } from '#shared/lib/ids.ts'
import type { Lane } from '#shared/projections/lanes.ts'
import type { ModelSpan, Span, ToolSpan, WaitSpan } from '#shared/projections/spans.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'

/** Times in tests are milliseconds from 0. */
export const lead = SpanId.parse('spn_lead')
export const child = SpanId.parse('spn_child')
export const run = RunId.parse('run_1')

type Given<S extends Span> = Pick<S, 'id' | 'seq' | 'startedAt'> & Partial<S>

export function modelSpan(given: Given<ModelSpan>): ModelSpan {
  return { type: 'model', attempt: 1, agentId: lead, title: 'model', ...given }
}

export function toolSpan(given: Given<ToolSpan>): ToolSpan {
  return { type: 'tool', name: 'read_file', effect: 'read', agentId: lead, title: 'Read', ...given }
}

export function waitSpan(given: Given<WaitSpan>): WaitSpan {
  return { type: 'wait', agentId: lead, title: 'Ask', ...given }
}

export function laneOf(agentId: SpanId, depth: number): Lane {
  return {
    agentId,
    depth,
    type: agentId.slice('spn_'.length),
    description: '',
    model: { provider: 'demo', model: 'demo' },
    startedAt: 0,
    costUsd: 0,
    unpricedCalls: 0,
    tokens: 0,
  }
}

/** A state with these spans, in the order they started, in a lead's lane and a child's. */
export function stateOf(spans: readonly Span[], lastAt: number): TimelineState {
  const lanes = { [lead]: laneOf(lead, 0), [child]: laneOf(child, 1) }
  return {
    spans: Object.fromEntries(spans.map((span) => [span.id, span])),
    order: spans.map((span) => span.id),
    lanes,
    laneOrder: [lead, child],
    marks: [],
    cost: [],
    runs: [{ id: run, seq: 1, startedAt: 0 }],
    firstAt: 0,
    lastAt,
    lastSeq: 100,
  }
}
