import { isObservation, remarkKinds } from '../events/index.ts'
import type { Outcome } from '../events/value.ts'
import type { SpanId } from '../lib/ids.ts'
import { copyRecord } from '../lib/records.ts'
import { defineProjection } from './define.ts'
import {
  addTeam,
  callLane,
  endLane,
  endQueue,
  forgetTeam,
  type Lanes,
  queueLane,
  startLane,
} from './lanes.ts'
import type { Span } from './spans.ts'

/** Something worth finding again. */
export interface Mark {
  readonly type: 'edit' | 'error' | 'approval' | 'compaction' | 'end' | 'fork' | 'rewind'
  readonly seq: number
  readonly at: number
  readonly title: string
  /** Of the end of a run. */
  readonly outcome?: Outcome
}

export interface CostPoint {
  readonly at: number
  /** Spent since the session began, or was forked, in US dollars. */
  readonly costUsd: number
}

export interface RunSpan {
  readonly id: string
  readonly seq: number
  readonly startedAt: number
  readonly endedAt?: number
  readonly outcome?: Outcome
  /** It only summarizes the conversation. */
  readonly isCompaction?: true
}

export interface TimelineState extends Lanes {
  /** Ids of spans, in the order they started. */
  order: string[]
  marks: Mark[]
  cost: CostPoint[]
  runs: RunSpan[]
  /** When an agent or a person first and last did something; remarks and observations don't count. */
  firstAt?: number
  lastAt?: number
  lastSeq: number
}

/** Every agent's lane, every span in it, and the marks and money along the way. */
export const timeline = defineProjection<TimelineState>({
  init: () => ({
    spans: {},
    order: [],
    lanes: {},
    laneOrder: [],
    marks: [],
    cost: [],
    runs: [],
    lastSeq: 0,
  }),
  copy: (state, large = copyRecord) => ({
    ...state,
    spans: large(state.spans),
    order: [...state.order],
    lanes: { ...state.lanes },
    laneOrder: [...state.laneOrder],
    marks: [...state.marks],
    cost: [...state.cost],
    runs: [...state.runs],
  }),
  each: (state, event) => {
    const { kind, seq, at } = event
    if (remarkKinds.has(kind) || isObservation(event)) return
    state.firstAt ??= at
    state.lastAt = at
    state.lastSeq = seq
  },
  on: {
    'session.forked': (state, { seq, at, data }) => {
      state.marks.push({ type: 'fork', seq, at, title: `Forked from ${data.fromTitle}` })
      forgetSpent(state, at)
    },
    'session.rewound': (state, { seq, at, data }) => {
      state.marks.push({ type: 'rewind', seq, at, title: `Rewound to event ${data.to}` })
    },
    'run.started': (state, event) => {
      const { runId, seq, at, data } = event
      const { isCompaction } = data
      if (!runId) return
      state.runs.push({ id: runId, seq, startedAt: at, ...(isCompaction && { isCompaction }) })
    },
    'run.ended': (state, event) => {
      const { runId, seq, at, data } = event
      const index = state.runs.findLastIndex((run) => run.id === runId)
      const run = state.runs[index]
      if (run) state.runs[index] = { ...run, endedAt: at, outcome: data.outcome }
      const { outcome, reason = `Run ended: ${outcome}` } = data
      state.marks.push({ type: 'end', seq, at, title: reason, outcome })
      endQueue(state, at)
    },
    'agent.queued': queueLane,
    'agent.started': startLane,
    'agent.ended': endLane,
    'team.created': addTeam,
    'team.deleted': (state, { at, data }) => forgetTeam(state, data.name, at),
    'message.sent': callLane,
    'model.started': (state, event) => {
      const { spanId, agentId, seq, at, data } = event
      if (!spanId || !agentId) return
      const { attempt, model, purpose } = data
      const title = purpose === 'step' ? model : `${model} · ${purpose}`
      const span = { id: spanId, agentId, title, attempt, seq, startedAt: at }
      const isEmbedding = purpose === 'embedding' && ({ isEmbedding: true } as const)
      open(state, { type: 'model', ...span, ...isEmbedding })
    },
    'model.delta': (state, event) => {
      const span = event.spanId && state.spans[event.spanId]
      if (span && span.type === 'model' && span.firstTokenAt === undefined) {
        state.spans[span.id] = { ...span, firstTokenAt: event.at }
      }
    },
    'model.ended': (state, event) => {
      const { spanId, agentId, seq, at, data } = event
      const span = spanId && state.spans[spanId]
      const tokens = data.usage.inputTokens + data.usage.outputTokens
      if (span && span.type === 'model') {
        const { outcome, costUsd, retryInMs } = data
        const again = retryInMs !== undefined && { retryInMs }
        const ended = { endedAt: at, endSeq: seq, outcome, tokens, costUsd, ...again }
        state.spans[span.id] = { ...span, ...ended }
      }
      if (data.outcome === 'error') {
        state.marks.push({ type: 'error', seq, at, title: data.error ?? 'A model call failed' })
      }
      spend(state, { agentId, at, tokens, costUsd: data.costUsd })
    },
    'model.failed-over': (state, { seq, at, data }) => {
      const title = `${data.from.model} → ${data.to.model}: ${data.error}`
      state.marks.push({ type: 'error', seq, at, title })
    },
    'context.compacted': (state, { seq, at, data }) => {
      const title = `${data.droppedMessages} messages became a summary`
      state.marks.push({ type: 'compaction', seq, at, title })
    },
    'approval.requested': (state, event) => {
      const { agentId, seq, at, data } = event
      if (!agentId) return
      const { approvalId, title } = data
      open(state, { type: 'wait', id: approvalId, agentId, title, seq, startedAt: at })
      state.marks.push({ type: 'approval', seq, at, title })
    },
    'approval.decided': (state, event) => {
      const span = state.spans[event.data.approvalId]
      const outcome = event.data.decision === 'reject' ? 'denied' : 'ok'
      if (span) state.spans[span.id] = { ...span, endedAt: event.at, endSeq: event.seq, outcome }
    },
    'tool.started': (state, event) => {
      const { spanId, agentId, seq, at, data } = event
      if (!spanId || !agentId) return
      const { name, title, effect } = data
      open(state, { type: 'tool', id: spanId, agentId, name, title, effect, seq, startedAt: at })
    },
    'tool.ended': (state, event) => {
      const { spanId, seq, at, data } = event
      const span = spanId && state.spans[spanId]
      if (!span) return
      state.spans[span.id] = { ...span, endedAt: at, endSeq: seq, outcome: data.outcome }
      if (data.outcome === 'error') state.marks.push({ type: 'error', seq, at, title: span.title })
    },
    'file.changed': (state, event) => {
      // What is found changed while nothing runs is no part of the session's work.
      const { type } = event.data.by
      if (type === 'session' || (type === 'unknown' && !isRunOn(state))) return
      state.marks.push({ type: 'edit', seq: event.seq, at: event.at, title: event.data.path })
    },
  },
})

function isRunOn({ runs }: TimelineState): boolean {
  const last = runs.at(-1)
  return last !== undefined && last.endedAt === undefined
}

function open(state: TimelineState, span: Span): void {
  state.spans[span.id] = span
  state.order.push(span.id)
}

/** What was inherited is the other session's: each sum begins anew, so that all of them agree. */
function forgetSpent(state: TimelineState, at: number): void {
  for (const lane of Object.values(state.lanes)) {
    state.lanes[lane.agentId] = { ...lane, costUsd: 0, unpricedCalls: 0, tokens: 0 }
  }
  state.cost.push({ at, costUsd: 0 })
}

interface Spending {
  readonly agentId: SpanId | undefined
  readonly at: number
  readonly tokens: number
  readonly costUsd: number | null
}

function spend(state: TimelineState, { agentId, at, tokens, costUsd }: Spending): void {
  const lane = agentId && state.lanes[agentId]
  if (lane) {
    state.lanes[lane.agentId] = {
      ...lane,
      costUsd: lane.costUsd + (costUsd ?? 0),
      unpricedCalls: lane.unpricedCalls + (costUsd === null ? 1 : 0),
      tokens: lane.tokens + tokens,
    }
  }
  state.cost.push({ at, costUsd: (state.cost.at(-1)?.costUsd ?? 0) + (costUsd ?? 0) })
}
