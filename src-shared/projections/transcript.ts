import { LEAD_TYPE } from '../events/agent.ts'
import type { AnyEvent } from '../events/index.ts'
import type { Outcome } from '../events/value.ts'
import type { SpanId } from '../lib/ids.ts'
import { copyRecord } from '../lib/records.ts'
import { defineProjection } from './define.ts'
import {
  type FailureItem,
  findEnding,
  inputItemId,
  speechItemId,
  type TranscriptItem,
  takeBack,
} from './transcript-items.ts'

export interface Speaker {
  readonly id: SpanId
  readonly type: string
  readonly description: string
  readonly startedAt: number
  readonly endedAt?: number
  readonly outcome?: Outcome
}

export interface AskedModel {
  readonly agentId?: SpanId
  readonly attempt: number
  /** It sums the thread up: what it says is no part of it. */
  readonly isSummary?: true
}

export interface TranscriptState {
  items: Record<string, TranscriptItem>
  /** Ids of items in order: the session's own thread under `lead`, each subagent's under its id. */
  threads: Record<string, string[]>
  agents: Record<SpanId, Speaker>
  leadId?: SpanId
  /** Model calls under way. */
  asked: Record<SpanId, AskedModel>
  queued: string[]
  /** The item that says where it was forked. */
  border?: string
  /** The call that ended last, and by which event. */
  ended?: { readonly id: string; readonly seq: number }
}

export const LEAD_THREAD = 'lead'

/** Where deepagents keeps results that are too large for a model. */
const LARGE_RESULTS = '/large_tool_results/'

/** Until a subagent that was asked for begins. */
const WAITS = 'Waits until another agent has ended'

function messageItemId(seq: number): string {
  return `message-${seq}`
}

/** What was said and done, in order, by the lead and by each subagent. */
export const transcript = defineProjection<TranscriptState>({
  init: () => ({ items: {}, threads: { [LEAD_THREAD]: [] }, agents: {}, asked: {}, queued: [] }),
  copy: (state, large = copyRecord) => ({
    ...state,
    items: large(state.items),
    threads: Object.fromEntries(Object.entries(state.threads).map(([id, ids]) => [id, [...ids]])),
    agents: { ...state.agents },
    asked: { ...state.asked },
    queued: [...state.queued],
  }),
  picture: {
    items: ({ threads }) => threads[LEAD_THREAD] ?? [],
    threads: () => [LEAD_THREAD],
  },
  on: {
    'input.received': (state, event) => {
      const id = inputItemId(event.seq)
      add(state, event.agentId, { type: 'input', id, ...placeOf(event), ...event.data })
      if (event.data.isQueued) state.queued.push(id)
    },
    'agent.queued': (state, { spanId, agentId, data }) => {
      addAgents(state, spanId, agentId ? [agentId] : [])
      const call = spanId && state.items[spanId]
      if (call?.type !== 'call' || data.isBackground) return
      state.items[call.id] = { ...call, progress: WAITS }
    },
    'team.created': (state, { spanId, data }) => {
      const ids = data.members.map(({ agentId }) => agentId)
      addAgents(state, spanId, ids)
      const call = spanId && state.items[spanId]
      if (call?.type === 'call') state.items[call.id] = { ...call, team: data.name }
    },
    'agent.started': (state, { agentId, at, parentSpanId, data }) => {
      if (!agentId) return
      if (data.type === LEAD_TYPE) state.leadId ??= agentId
      const { endedAt: _, outcome: __, ...known } = state.agents[agentId] ?? {}
      state.agents[agentId] = {
        id: agentId,
        startedAt: at,
        type: data.type,
        description: data.description,
        ...known,
      }
      addAgents(state, parentSpanId, [agentId])
      const call = parentSpanId && state.items[parentSpanId]
      if (call?.type === 'call') state.items[call.id] = { ...call, progress: undefined }
    },
    'agent.ended': (state, { agentId, at, data }) => {
      const agent = agentId && state.agents[agentId]
      if (agent) state.agents[agent.id] = { ...agent, endedAt: at, outcome: data.outcome }
    },
    'model.started': (state, { spanId, agentId, data }) => {
      // The call it is made for says what came of it.
      if (!spanId || data.purpose === 'embedding') return
      const isSummary = data.purpose === 'summary'
      state.asked[spanId] = {
        attempt: data.attempt,
        ...(agentId && { agentId }),
        ...(isSummary && { isSummary }),
      }
      if (agentId === state.leadId && !isSummary) takeQueued(state)
    },
    'model.delta': (state, event) => {
      const { spanId, data } = event
      if (!spanId || data.channel === 'args' || state.asked[spanId]?.isSummary) return
      const id = speechItemId(data.channel, spanId)
      const item = state.items[id]
      if (item && item.type === data.channel) {
        state.items[id] = { ...item, text: item.text + data.text }
      } else {
        if (data.channel === 'text') endSpeech(state, speechItemId('reasoning', spanId), event.at)
        add(state, event.agentId, { type: data.channel, id, ...placeOf(event), text: data.text })
      }
    },
    'model.ended': (state, event) => {
      const { spanId, at, data } = event
      if (!spanId) return
      endSpeech(state, speechItemId('text', spanId), at, findEnding(data))
      endSpeech(state, speechItemId('reasoning', spanId), at)
      const asked = state.asked[spanId]
      if (asked && data.outcome === 'error') {
        const { attempt } = asked
        const error = data.error ?? 'The model call failed.'
        add(state, event.agentId, {
          type: 'failure',
          id: `failure-${spanId}`,
          ...placeOf(event),
          attempt,
          error,
          ...(data.retryInMs !== undefined && { retryInMs: data.retryInMs }),
        })
      }
      delete state.asked[spanId]
    },
    'model.failed-over': (state, event) => {
      const { error, ...failover } = event.data
      const failed = lastFailure(state, event)
      if (failed) state.items[failed.id] = { ...failed, failover }
      else {
        // It was not even asked: it was known already that it can't be had.
        const id = `failed-over-${event.seq}`
        const item = { type: 'failure', id, ...placeOf(event), attempt: 1, error } as const
        add(state, event.agentId, { ...item, failover })
      }
    },
    'context.compacted': (state, event) => {
      const id = `compaction-${event.seq}`
      const { agentId, data } = event
      const whose = agentId && { agentId }
      add(state, agentId, { type: 'compaction', id, ...placeOf(event), ...whose, ...data })
    },
    'mcp.missing': (state, event) => {
      const id = `missing-servers-${event.seq}`
      add(state, event.agentId, { type: 'missing-servers', id, ...placeOf(event), ...event.data })
    },
    'approval.requested': (state, event) => {
      const { spanId, at, data } = event
      if (!spanId) return
      const { approvalId, type, risk, rule, change, toolCallId, title, effect, args } = data
      const approval = { approvalId, type, requestedAt: at, risk, rule, ...(change && { change }) }
      const known = state.items[spanId]
      if (known?.type === 'call') state.items[spanId] = { ...known, approval }
      else {
        const call = { spanId, toolCallId, title, effect, args, approval }
        add(state, event.agentId, { type: 'call', id: spanId, ...placeOf(event), ...call })
      }
    },
    'approval.decided': (state, { spanId, at, data }) => {
      const item = spanId && state.items[spanId]
      if (item?.type !== 'call' || !item.approval) return
      const { decision, by, client, message } = data
      const approval = {
        ...item.approval,
        decision,
        by,
        decidedAt: at,
        ...(client && { client }),
        ...(message && { message }),
      }
      state.items[item.id] = { ...item, approval, ...(data.args && { args: data.args }) }
    },
    'tool.started': (state, event) => {
      const { spanId, at, data } = event
      if (!spanId) return
      const { toolCallId, title, effect, args } = data
      const known = state.items[spanId]
      const call = { spanId, toolCallId, title, effect, args, startedAt: at }
      if (known?.type === 'call') state.items[spanId] = { ...known, ...call }
      else add(state, event.agentId, { type: 'call', id: spanId, ...placeOf(event), ...call })
    },
    'tool.progressed': (state, { spanId, data }) => {
      const item = spanId && state.items[spanId]
      if (item && item.type === 'call') state.items[item.id] = { ...item, progress: data.message }
    },
    'tool.ended': (state, { spanId, seq, at, data }) => {
      const item = spanId ? state.items[spanId] : undefined
      if (item?.type !== 'call') return
      const { result, ...ending } = data
      const hasResult = result !== undefined
      state.items[item.id] = { ...item, ...ending, hasResult, endedAt: at, endSeq: seq }
      state.ended = { id: item.id, seq }
    },
    // A call that has ended changes nothing more: this is its result.
    'file.changed': (state, { data }) => {
      const [spanId] = data.by.spanIds
      const item = spanId && data.path.startsWith(LARGE_RESULTS) ? state.items[spanId] : undefined
      if (item?.type !== 'call' || item.endedAt === undefined) return
      state.items[item.id] = { ...item, keptAt: data.path }
    },
    'call.resolved': (state, { spanId, data }) => {
      const item = spanId ? state.items[spanId] : undefined
      if (item?.type !== 'call') return
      const { resolution, message } = data
      state.items[item.id] = { ...item, resolved: { resolution, ...(message && { message }) } }
    },
    // Written in one go with the end of the call that changed it.
    'todos.changed': (state, { seq, data }) => {
      const item = state.ended?.seq === seq - 1 ? state.items[state.ended.id] : undefined
      if (item?.type !== 'call') return
      const done = data.todos.filter(({ status }) => status === 'completed').length
      state.items[item.id] = { ...item, plan: { done, total: data.todos.length } }
    },
    'message.sent': (state, event) => {
      const { from, to, text } = event.data
      const item = { id: messageItemId(event.seq), ...placeOf(event), from, text, isQueued: true }
      add(state, to.agentId, { type: 'input', ...item, attachments: [], files: [] })
      const call = event.spanId && state.items[event.spanId]
      if (call?.type === 'call' && !call.team) {
        state.items[call.id] = { ...call, sent: { to, text } }
      }
    },
    'message.heard': (state, { data }) => {
      for (const seq of data.messages) {
        const item = state.items[messageItemId(seq)]
        if (item?.type === 'input') state.items[item.id] = { ...item, isQueued: false }
      }
    },
    'session.forked': (state, event) => {
      const { from, fromTitle, seq: fromSeq, at: fromAt, ...data } = event.data
      const { stepsLeftOut, place, root, branch, notRestored } = data
      const border = { from, fromTitle, fromSeq, fromAt, stepsLeftOut, place, root, notRestored }
      const id = `fork-${event.seq}`
      add(state, undefined, { type: 'fork', id, ...placeOf(event), ...border, branch })
      state.border = id
    },
    'session.prepared': (state, { data }) => {
      const item = state.border ? state.items[state.border] : undefined
      if (item?.type === 'fork') state.items[item.id] = { ...item, prepared: data }
    },
    'session.rewound': (state, event) => {
      const { to, at: toAt, stepsLeftOut } = event.data
      const restored = event.data.restored.length
      const taken = takeBack(state, event.data)[LEAD_THREAD] ?? []
      const id = `rewind-${event.seq}`
      add(state, undefined, {
        type: 'rewind',
        id,
        ...placeOf(event),
        to,
        toAt,
        stepsLeftOut,
        restored,
        taken,
      })
    },
    'review.started': (state, event) => {
      const { reviewId } = event.data
      // One that an agent asked for is seen by its call.
      if (event.parentSpanId) return
      add(state, undefined, { type: 'review', id: reviewId, ...placeOf(event), reviewId })
    },
    'run.ended': (state, event) => {
      const { runId, data } = event
      if (!runId || data.outcome === 'ok') return
      add(state, event.agentId, {
        type: 'end',
        id: `end-${runId}`,
        ...placeOf(event),
        runId,
        ...data,
      })
    },
  },
})

function placeOf({ seq, at }: AnyEvent): { seq: number; at: number } {
  return { seq, at }
}

/** The failure that an agent's thread ends with by now. */
function lastFailure(state: TranscriptState, { agentId }: AnyEvent): FailureItem | undefined {
  const id = state.threads[threadOf(state, agentId)]?.at(-1)
  const item = id === undefined ? undefined : state.items[id]
  return item?.type === 'failure' && !item.failover ? item : undefined
}

function threadOf({ leadId }: TranscriptState, agentId: SpanId | undefined): string {
  return !agentId || agentId === leadId ? LEAD_THREAD : agentId
}

function add(state: TranscriptState, agentId: SpanId | undefined, item: TranscriptItem): void {
  const thread = item.type === 'end' ? LEAD_THREAD : threadOf(state, agentId)
  state.items[item.id] = item
  const ids = state.threads[thread]
  if (ids) ids.push(item.id)
  else state.threads[thread] = [item.id]
}

/** Each once, in the order they were asked for. */
function addAgents(
  state: TranscriptState,
  callId: SpanId | undefined,
  ids: readonly SpanId[],
): void {
  const call = callId && state.items[callId]
  if (call?.type !== 'call') return
  const agents = [...new Set([...(call.agents ?? []), ...ids])]
  if (agents.length > 0) state.items[call.id] = { ...call, agents }
}

function endSpeech(state: TranscriptState, id: string, at: number, ending?: string): void {
  const item = state.items[id]
  if (item && (item.type === 'text' || item.type === 'reasoning') && item.endedAt === undefined) {
    state.items[id] = { ...item, endedAt: at, ...(ending !== undefined && { ending }) }
  }
}

/** The lead asks its model: what was queued has reached it. */
function takeQueued(state: TranscriptState): void {
  for (const id of state.queued) {
    const item = state.items[id]
    if (item?.type === 'input') state.items[id] = { ...item, isQueued: false }
  }
  state.queued.length = 0
}
