import type { Axis } from './axis.ts'

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

/** How high a bin is drawn, from 0 to 1: by the root, so that a flood does not flatten the rest. */
export function heightOf(count: number, highest: number): number {
  return highest === 0 ? 0 : Math.sqrt(count / highest)
}
