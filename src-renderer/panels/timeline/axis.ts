import { lastBefore } from '#shared/lib/last-before.ts'
import type { Span } from '#shared/projections/spans.ts'

/** A stretch in which nothing worked takes at most this much of the axis, however long it was. */
export const LONGEST_IDLE_MS = 5_000

/** Times of a stretch in which nothing worked, longer than the axis shows. */
export interface Break {
  readonly from: number
  readonly to: number
}

/**
 * The time a session is drawn on: milliseconds since its first work began, with idle stretches
 * shortened. It never runs backwards, so what happened later is never further left.
 */
export class Axis {
  readonly origin: number
  readonly breaks: readonly Break[]
  /** What all breaks before the one of the same index took away. */
  readonly #removed: readonly number[]

  constructor(origin: number, breaks: readonly Break[] = []) {
    this.origin = origin
    this.breaks = breaks
    let sum = 0
    this.#removed = breaks.map(({ from, to }) => {
      const before = sum
      sum += to - from - LONGEST_IDLE_MS
      return before
    })
  }

  /** From milliseconds since the epoch. */
  toAxis(at: number): number {
    const index = lastBefore(this.breaks, (one) => one.from <= at)
    const { from, to } = this.breaks[index] ?? { from: 0, to: 0 }
    const removed = this.#removed[index] ?? 0
    if (index < 0) return Math.max(0, at - this.origin)
    if (at >= to) return at - this.origin - removed - (to - from - LONGEST_IDLE_MS)
    return from - this.origin - removed + ((at - from) / (to - from)) * LONGEST_IDLE_MS
  }

  /** To milliseconds since the epoch. */
  toTime(axisMs: number): number {
    const index = lastBefore(this.breaks, ({ from }) => this.toAxis(from) <= axisMs)
    const found = this.breaks[index]
    if (!found) return axisMs + this.origin
    const { from, to } = found
    const since = axisMs - this.toAxis(from)
    if (since >= LONGEST_IDLE_MS) return to + since - LONGEST_IDLE_MS
    return from + (since / LONGEST_IDLE_MS) * (to - from)
  }
}

/** When each span began to work and until when it did, in the order they started; infinite while it does. */
export interface Work {
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** The stretches up to `until` that nothing worked in. */
export function findBreaks({ starts, ends }: Work, origin: number, until: number): Break[] {
  const breaks: Break[] = []
  let worked = origin
  for (let index = 0; index < starts.length; index += 1) {
    const start = starts[index] ?? 0
    if (start - worked > LONGEST_IDLE_MS) breaks.push({ from: worked, to: start })
    worked = Math.max(worked, start, Math.min(until, ends[index] ?? 0))
  }
  if (until - worked > LONGEST_IDLE_MS) breaks.push({ from: worked, to: until })
  return breaks
}

/** Waiting is not work: neither for a person nor for a subagent. A host that died worked unknown long. */
export function workedUntil(span: Span): number {
  if (span.type === 'wait' || (span.type === 'tool' && span.subagentId)) return span.startedAt
  if (span.outcome === 'interrupted') return span.startedAt
  return span.endedAt ?? Number.POSITIVE_INFINITY
}
