import {
  addSums,
  noWaste,
  type Waste,
  type WasteKind,
  type WasteSum,
  wasteKinds,
} from '#shared/projections/waste-sums.ts'
import { formatCost, formatDuration } from '../../../ui/text/format.ts'

export type WasteGrouping = 'kind' | 'agent'

export interface WasteGroup {
  /** A kind, or an agent's id. */
  readonly key: string
  readonly sum: WasteSum
  /** What lost most comes first. */
  readonly items: readonly Waste[]
}

interface WasteTotals {
  readonly items: readonly Waste[]
  readonly byKind: Readonly<Record<string, WasteSum>>
  readonly byAgent: Readonly<Record<string, WasteSum>>
}

/** The waste by kind, in the order kinds are told, or by agent, who lost most first. */
export function groupWaste(totals: WasteTotals, grouping: WasteGrouping): readonly WasteGroup[] {
  const groups = new Map<string, Waste[]>()
  for (const item of totals.items) {
    const key = grouping === 'kind' ? item.kind : item.agentId
    const known = groups.get(key)
    if (known) known.push(item)
    else groups.set(key, [item])
  }
  const sums = grouping === 'kind' ? totals.byKind : totals.byAgent
  const all = [...groups].map(([key, items]) => ({
    key,
    sum: sums[key] ?? noWaste,
    items: items.toSorted(byLoss),
  }))
  return grouping === 'kind'
    ? all.toSorted(byKindOrder)
    : all.toSorted((a, b) => bySum(a.sum, b.sum))
}

function byLoss(a: Waste, b: Waste): number {
  return (b.costUsd ?? 0) - (a.costUsd ?? 0) || b.lostMs - a.lostMs || a.seq - b.seq
}

function bySum(a: WasteSum, b: WasteSum): number {
  return b.costUsd - a.costUsd || b.lostMs - a.lostMs
}

const order: readonly string[] = wasteKinds

function byKindOrder(a: WasteGroup, b: WasteGroup): number {
  return order.indexOf(a.key) - order.indexOf(b.key)
}

/** What a kind counts, and what it does not. */
export const wasteHints: Readonly<Record<WasteKind, string>> = {
  waiting: 'Calls that waited for your answer. What waited at the same time is counted once.',
  'failed-attempt': 'Model calls that failed, and the time until they were made again.',
  'failed-call': 'Tool calls that failed, and what writing them cost.',
  'repeated-read': 'The same agent read the same again, and nothing had changed.',
  'cache-miss': 'Input that was sent before and paid in full again: the difference in price.',
}

/** How much of the waste is each agent's, from 0 to 1 for the one with most: by money, or by time where none was lost. */
export function sharesOf(byAgent: WasteTotals['byAgent']): ReadonlyMap<string, number> {
  const entries = Object.entries(byAgent)
  const total = entries.reduce((sum, [, one]) => addSums(sum, one), noWaste)
  const lossOf = (sum: WasteSum) => (total.costUsd > 0 ? sum.costUsd : sum.lostMs)
  const most = Math.max(...entries.map(([, sum]) => lossOf(sum)), Number.MIN_VALUE)
  return new Map(entries.map(([agentId, sum]) => [agentId, lossOf(sum) / most]))
}

/** `0:12 · $0.04`; money where there is any, or where it is not known. */
export function tellSum({ lostMs, costUsd, unpriced }: WasteSum): string {
  const time = formatDuration(lostMs)
  return costUsd > 0 || unpriced > 0 ? `${time} · ${formatCost(costUsd, unpriced)}` : time
}
