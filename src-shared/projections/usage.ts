import type { EventFor } from '../events/index.ts'
import { defineProjection } from './define.ts'

export interface Totals {
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  readonly reasoningTokens: number
  readonly costUsd: number
  /** Calls whose model has no price: shown as unpriced, never as zero. */
  readonly unpricedCalls: number
}

export interface UsageState {
  total: Totals
  byModel: Record<string, Totals>
  byProvider: Record<string, Totals>
  byAgent: Record<string, Totals>
  byRun: Record<string, Totals>
}

const none: Totals = {
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  costUsd: 0,
  unpricedCalls: 0,
}

/** Tokens and money, summed by model (`provider:model`), provider, agent and run. */
export const usage = defineProjection<UsageState>({
  init: () => ({ total: none, byModel: {}, byProvider: {}, byAgent: {}, byRun: {} }),
  copy: (state) => ({
    total: state.total,
    byModel: { ...state.byModel },
    byProvider: { ...state.byProvider },
    byAgent: { ...state.byAgent },
    byRun: { ...state.byRun },
  }),
  on: {
    'model.ended': (state, { agentId, runId, data }) => {
      state.total = plus(state.total, data)
      addTo(state.byModel, `${data.provider}:${data.model}`, data)
      addTo(state.byProvider, data.provider, data)
      if (agentId) addTo(state.byAgent, agentId, data)
      if (runId) addTo(state.byRun, runId, data)
    },
  },
})

type Ended = EventFor<'model.ended'>['data']

function addTo(sums: Record<string, Totals>, key: string, call: Ended): void {
  sums[key] = plus(sums[key] ?? none, call)
}

function plus(sum: Totals, { usage, costUsd }: Ended): Totals {
  return {
    calls: sum.calls + 1,
    inputTokens: sum.inputTokens + usage.inputTokens,
    outputTokens: sum.outputTokens + usage.outputTokens,
    cacheReadTokens: sum.cacheReadTokens + usage.cacheReadTokens,
    cacheWriteTokens: sum.cacheWriteTokens + usage.cacheWriteTokens,
    reasoningTokens: sum.reasoningTokens + usage.reasoningTokens,
    costUsd: sum.costUsd + (costUsd ?? 0),
    unpricedCalls: sum.unpricedCalls + (costUsd === null ? 1 : 0),
  }
}
