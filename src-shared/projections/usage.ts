import type { EventFor } from '../events/index.ts'
import { defineProjection } from './define.ts'
import { addTotals, noTotals, type Totals, totalsOf } from './totals.ts'

/** What was spent for one thing: its share of calls that were for several. */
export interface Share {
  readonly tokens: number
  readonly costUsd: number
}

export interface UsageState {
  total: Totals
  byModel: Record<string, Totals>
  byProvider: Record<string, Totals>
  byAgent: Record<string, Totals>
  byRun: Record<string, Totals>
  /** By subagent type; the lead is `lead`. */
  byType: Record<string, Totals>
  /** A call is divided equally among the tools it asked for; one that asked for none is `answer`. */
  byTool: Record<string, Share>
  types: Record<string, string>
}

function nothing(): Omit<UsageState, 'types'> {
  return {
    total: noTotals,
    byModel: {},
    byProvider: {},
    byAgent: {},
    byRun: {},
    byType: {},
    byTool: {},
  }
}

/** Tokens and money, summed by model (`provider:model`), provider, agent, its type, run and tool. */
export const usage = defineProjection<UsageState>({
  init: () => ({ ...nothing(), types: {} }),
  copy: (state) => ({
    total: state.total,
    byModel: { ...state.byModel },
    byProvider: { ...state.byProvider },
    byAgent: { ...state.byAgent },
    byRun: { ...state.byRun },
    byType: { ...state.byType },
    byTool: { ...state.byTool },
    types: { ...state.types },
  }),
  on: {
    'agent.started': (state, { agentId, data }) => {
      if (agentId) state.types[agentId] = data.type
    },
    // What was inherited is the other session's.
    'session.forked': (state) => {
      Object.assign(state, nothing())
    },
    'model.ended': (state, { agentId, runId, data }) => {
      state.total = addTotals(state.total, totalsOf(data))
      addTo(state.byModel, `${data.provider}:${data.model}`, data)
      addTo(state.byProvider, data.provider, data)
      if (agentId) addTo(state.byAgent, agentId, data)
      if (runId) addTo(state.byRun, runId, data)
      const type = agentId && state.types[agentId]
      if (type) addTo(state.byType, type, data)
      share(state.byTool, data)
    },
  },
})

type Ended = EventFor<'model.ended'>['data']

function addTo(sums: Record<string, Totals>, key: string, call: Ended): void {
  sums[key] = addTotals(sums[key] ?? noTotals, totalsOf(call))
}

/** For what a call was made that asked for no tool. */
const ANSWER = 'answer'
/** Names are what a model wrote: this one no record can hold. */
const OTHER_NAME = '__proto__ '

function share(shares: Record<string, Share>, { tools = [], usage, costUsd }: Ended): void {
  const names = tools.length > 0 ? tools : [ANSWER]
  const tokens = (usage.inputTokens + usage.outputTokens) / names.length
  const cost = (costUsd ?? 0) / names.length
  for (const name of names) {
    const key = name === '__proto__' ? OTHER_NAME : name
    const before = (Object.hasOwn(shares, key) && shares[key]) || { tokens: 0, costUsd: 0 }
    shares[key] = { tokens: before.tokens + tokens, costUsd: before.costUsd + cost }
  }
}
