import type { EventFor } from '../events/index.ts'
import { savedBy } from '../pricing/pricing.ts'

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
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens } = usage
  return {
    calls: 1,
    inputTokens,
    outputTokens,
    cacheReadTokens,
    cacheWriteTokens,
    reasoningTokens,
    costUsd: costUsd ?? 0,
    savedUsd: price ? savedBy(usage, price) : 0,
    unpricedCalls: costUsd === null ? 1 : 0,
  }
}

/** The names of its sums. */
export const totalNames = [
  'calls',
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'reasoningTokens',
  'costUsd',
  'savedUsd',
  'unpricedCalls',
] as const satisfies readonly (keyof Totals)[]

export function addTotals(sum: Totals, more: Totals): Totals {
  const added: { -readonly [Name in keyof Totals]: number } = { ...sum }
  for (const name of totalNames) added[name] += more[name]
  return added
}
