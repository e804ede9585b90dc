import type { EventFor } from '../events/index.ts'
import { savedBy } from '../pricing.ts'

/** What some model calls came to. */
export interface Totals {
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  readonly reasoningTokens: number
  readonly costUsd: number
  /** By reading from a provider's cache; below zero where it was only filled so far. */
  readonly savedUsd: number
  /** Calls whose model has no price: shown as unpriced, never as zero. */
  readonly unpricedCalls: number
}

export const noTotals: Totals = {
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  costUsd: 0,
  savedUsd: 0,
  unpricedCalls: 0,
}

export function totalsOf({ usage, costUsd, price }: EventFor<'model.ended'>['data']): Totals {
  return {
    calls: 1,
    ...usage,
    costUsd: costUsd ?? 0,
    savedUsd: price ? savedBy(usage, price) : 0,
    unpricedCalls: costUsd === null ? 1 : 0,
  }
}

/** A sum, and more; of that only a `share` where it was for several things. */
export function addTotals(sum: Totals, more: Totals, share = 1): Totals {
  return {
    calls: sum.calls + more.calls * share,
    inputTokens: sum.inputTokens + more.inputTokens * share,
    outputTokens: sum.outputTokens + more.outputTokens * share,
    cacheReadTokens: sum.cacheReadTokens + more.cacheReadTokens * share,
    cacheWriteTokens: sum.cacheWriteTokens + more.cacheWriteTokens * share,
    reasoningTokens: sum.reasoningTokens + more.reasoningTokens * share,
    costUsd: sum.costUsd + more.costUsd * share,
    savedUsd: sum.savedUsd + more.savedUsd * share,
    unpricedCalls: sum.unpricedCalls + more.unpricedCalls * share,
  }
}
