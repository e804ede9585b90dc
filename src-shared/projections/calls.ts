import type { EventFor } from '../events/index.ts'
import type { SpanId } from '../lib/ids.ts'
import { copyRecord } from '../lib/records.ts'
import { defineProjection } from './define.ts'

/** A call that changes something, from its beginning on. */
export interface BegunCall {
  readonly spanId: SpanId
  readonly agentId: SpanId
  readonly toolCallId: string
  readonly name: string
  readonly title: string
  readonly effect: EventFor<'tool.started'>['data']['effect']
  readonly args: EventFor<'tool.started'>['data']['args']
  readonly startedAt: number
  /** Paths it changed, each once. */
  readonly files: readonly string[]
}

/** A call that was cut off: how far it came is not known. */
export interface UnfinishedCall extends BegunCall {
  readonly cutOffAt: number
}

export interface CallsState {
  open: Record<SpanId, BegunCall>
  /** What a person has to say something of, before its agent is told that nobody knows. */
  unfinished: Record<SpanId, UnfinishedCall>
  /** Their ids, in the order they were cut off. */
  order: SpanId[]
  /** Agents of teams, by the team. */
  teams: Record<string, SpanId[]>
}

/**
 * Calls whose end nobody saw and which their agents still wait for. A run that begins anew, and does
 * not go on with the last, waits for none of them.
 */
export const calls = defineProjection<CallsState>({
  init: () => ({ open: {}, unfinished: {}, order: [], teams: {} }),
  copy: ({ open, unfinished, order, teams }) => ({
    open: copyRecord(open),
    unfinished: copyRecord(unfinished),
    order: [...order],
    teams: { ...teams },
  }),
  on: {
    'tool.started': (state, { spanId, agentId, at, data }) => {
      if (!spanId || !agentId || data.effect === 'read') return
      state.open[spanId] = { spanId, agentId, ...data, startedAt: at, files: [] }
    },
    'file.changed': (state, { data }) => {
      for (const spanId of data.by.spanIds) {
        const call = state.open[spanId]
        if (!call || call.files.includes(data.path)) continue
        state.open[spanId] = { ...call, files: [...call.files, data.path] }
      }
    },
    'tool.ended': (state, { spanId, at, data }) => {
      const call = spanId && state.open[spanId]
      if (!call) return
      delete state.open[call.spanId]
      if (!isCutOff(data)) return
      state.unfinished[call.spanId] = { ...call, cutOffAt: at }
      state.order.push(call.spanId)
    },
    'call.resolved': (state, { spanId }) => {
      if (spanId) forget(state, ({ spanId: id }) => id === spanId)
    },
    'team.created': (state, { data }) => {
      state.teams[data.name] = data.members.map(({ agentId }) => agentId)
    },
    'team.deleted': (state, { data }) => {
      const members = state.teams[data.name] ?? []
      delete state.teams[data.name]
      forget(state, ({ agentId }) => members.includes(agentId))
    },
    'session.rewound': (state) => {
      forget(state, () => true)
    },
    'run.started': (state, { data }) => {
      if (!data.resumes) forget(state, () => true)
    },
  },
})

/** Whether a call that has ended so was cut off: nobody knows what came of it. */
export function isCutOff({
  outcome,
  result,
}: Pick<EventFor<'tool.ended'>['data'], 'outcome' | 'result'>): boolean {
  if (outcome === 'stopped') return result === undefined
  return outcome === 'cancelled' || outcome === 'interrupted'
}

function forget(state: CallsState, isForgotten: (call: UnfinishedCall) => boolean): void {
  state.order = state.order.filter((id) => {
    const call = state.unfinished[id]
    const isGone = call === undefined || isForgotten(call)
    if (isGone) delete state.unfinished[id]
    return !isGone
  })
}
