import { lastBefore } from '#shared/lib/binary-search.ts'
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

interface Bins {
  readonly axis: Axis
  readonly lengthMs: number
  readonly count: number
}

/**
 * How many events fall into each of `count` equal parts of the first `lengthMs` of the axis.
 * `seqAt` tells the last event at or before a time: seqs are dense, so their differences are counts.
 */
export function binEvents(
  seqAt: (time: number) => number,
  { axis, lengthMs, count }: Bins,
): Uint32Array {
  const counts = new Uint32Array(Math.max(1, count))
  let before = 0
  for (let bin = 0; bin < counts.length; bin += 1) {
    const seq = seqAt(axis.toTime(((bin + 1) * lengthMs) / counts.length))
    counts[bin] = Math.max(0, seq - before)
    before = Math.max(before, seq)
  }
  return counts
}

/** The stretch of the axis that is in view, in milliseconds of the axis. */
export interface TimeWindow {
  readonly from: number
  readonly to: number
}

const SHORTEST_MS = 200
const SHORTEST_WHOLE_MS = 15_000
/** A growing session makes room in steps, so that what is drawn rests between them. */
const GROWTH = 1.25
const ROOM = 1.06
const FOLLOWED_AT = 0.88

/** The whole session: with room to grow while it does. */
export function wholeWindow(lengthMs: number, isGrowing: boolean): TimeWindow {
  if (!isGrowing) return { from: 0, to: Math.max(1_000, lengthMs * 1.02) }
  let to = SHORTEST_WHOLE_MS
  while (to < lengthMs * ROOM) to *= GROWTH
  return { from: 0, to }
}

/** An end of the stretch in view. */
export type WindowEnd = 'from' | 'to'

/** With one of its ends at a moment of the axis; never shorter than can be drawn. */
export function moveEnd(
  window: TimeWindow,
  { end, at, whole }: { end: WindowEnd; at: number; whole: TimeWindow },
): TimeWindow {
  if (end === 'from') {
    return { ...window, from: Math.max(whole.from, Math.min(at, window.to - SHORTEST_MS)) }
  }
  return { ...window, to: Math.min(whole.to, Math.max(at, window.from + SHORTEST_MS)) }
}

/** How much is left free on both sides of what is to be seen whole. */
const AROUND = 0.15

/** The window that shows a stretch of the axis whole, in its middle. */
export function windowAround({ from, to }: TimeWindow, whole: TimeWindow): TimeWindow {
  const length = Math.max(SHORTEST_MS, (to - from) * (1 + 2 * AROUND))
  const middle = (from + to) / 2
  return keepWithin({ from: middle - length / 2, to: middle + length / 2 }, whole)
}

/** Scales by `factor` (below 1 shows less) and keeps `around` where it is. */
export function zoomWindow(
  window: TimeWindow,
  { factor, around, whole }: { factor: number; around: number; whole: TimeWindow },
): TimeWindow {
  const length = lengthOf(window)
  const wanted = Math.min(lengthOf(whole), Math.max(SHORTEST_MS, length * factor))
  const share = (around - window.from) / length
  return keepWithin({ from: around - share * wanted, to: around + (1 - share) * wanted }, whole)
}

/** Moves by milliseconds of the axis, no further than to the ends of `whole`. */
export function panWindow(window: TimeWindow, byMs: number, whole: TimeWindow): TimeWindow {
  return keepWithin({ from: window.from + byMs, to: window.to + byMs }, whole)
}

/** Moves only if it must, so that `at` is in view. */
export function revealIn(window: TimeWindow, at: number, whole: TimeWindow): TimeWindow {
  if (at >= window.from && at <= window.to) return window
  return panWindow(window, at - (window.from + window.to) / 2, whole)
}

/** Moves with the live end of the session, which keeps its place near the right edge. */
export function followIn(window: TimeWindow, end: number, whole: TimeWindow): TimeWindow {
  const place = window.from + lengthOf(window) * FOLLOWED_AT
  return end > place ? panWindow(window, end - place, whole) : window
}

export function lengthOf({ from, to }: TimeWindow): number {
  return to - from
}

function keepWithin(window: TimeWindow, whole: TimeWindow): TimeWindow {
  const length = Math.min(lengthOf(window), lengthOf(whole))
  const from = Math.min(Math.max(whole.from, window.from), whole.to - length)
  return { from, to: from + length }
}

const SECOND = 1_000
const STEPS = [
  0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4, 8, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200,
  14_400, 28_800,
].map((seconds) => seconds * SECOND)

/** A round time that takes at least `apartPx` where `window` fills `widthPx`. */
export function stepOf(window: TimeWindow, widthPx: number, apartPx: number): number {
  const least = (lengthOf(window) / Math.max(1, widthPx)) * apartPx
  return STEPS.find((one) => one >= least) ?? Math.ceil(least / 86_400_000) * 86_400_000
}
