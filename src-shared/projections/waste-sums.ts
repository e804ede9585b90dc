import type { SpanId } from '../lib/ids.ts'

/** Where time and money can go without anything coming of it, in the order it is told. */
export const wasteKinds = [
  /** A call waited for a person. */
  'waiting',
  /** A model call that failed, and what it was waited for until it was made again. */
  'failed-attempt',
  'failed-call',
  /** The same agent read what it had read, and was answered the same. */
  'repeated-read',
  /** Input that the agent's request before had sent already was paid in full once more. */
  'cache-miss',
] as const
export type WasteKind = (typeof wasteKinds)[number]

/** What each is called, wherever it is told. */
export const wasteWords: Readonly<Record<WasteKind, string>> = {
  waiting: 'Waiting for you',
  'failed-attempt': 'Failed attempts',
  'failed-call': 'Failed calls',
  'repeated-read': 'Repeated reads',
  'cache-miss': 'Cache misses',
}

/** One span that time or money was lost in. */
export interface Waste {
  readonly kind: WasteKind
  /** Of the timeline: a span, or an approval that was waited for. */
  readonly id: string
  readonly agentId: SpanId
  /** When it came out. */
  readonly seq: number
  readonly lostMs: number
  /** `null`: it has no price. */
  readonly costUsd: number | null
  /** Of a cache miss: those that were paid in full. */
  readonly tokens?: number
}

export interface WasteSum {
  readonly count: number
  /** Waits that overlap are counted once. */
  readonly lostMs: number
  readonly costUsd: number
  /** Those whose cost is not known. */
  readonly unpriced: number
}

export const noWaste: WasteSum = { count: 0, lostMs: 0, costUsd: 0, unpriced: 0 }

/** A sum and one more. */
export function withWaste(
  sum: WasteSum = noWaste,
  { lostMs, costUsd }: Pick<Waste, 'lostMs' | 'costUsd'>,
): WasteSum {
  return {
    count: sum.count + 1,
    lostMs: sum.lostMs + lostMs,
    costUsd: sum.costUsd + (costUsd ?? 0),
    unpriced: sum.unpriced + (costUsd === null ? 1 : 0),
  }
}

export function addSums(a: WasteSum, b: WasteSum): WasteSum {
  return {
    count: a.count + b.count,
    lostMs: a.lostMs + b.lostMs,
    costUsd: a.costUsd + b.costUsd,
    unpriced: a.unpriced + b.unpriced,
  }
}
