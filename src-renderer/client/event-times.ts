import type { AnyEvent } from '#shared/events/index.ts'

/** The index of the first event past `seq`, among events in order. */
export function indexAfterSeq(events: readonly AnyEvent[], seq: number): number {
  return firstIndex(events, (event) => event.seq > seq)
}

/** The index of the first event later than `at`, among events in order. */
export function indexAfterTime(events: readonly AnyEvent[], at: number): number {
  return firstIndex(events, (event) => event.at > at)
}

export interface Buckets {
  readonly from: number
  readonly to: number
  readonly count: number
}

/** How many of the events fall into each of `count` equal stretches of the time from `from` to `to`. */
export function densityOf(
  events: readonly AnyEvent[],
  { from, to, count }: Buckets,
): readonly number[] {
  const edge = (bucket: number) => indexAfterTime(events, from + ((to - from) * bucket) / count)
  return Array.from({ length: count }, (_, bucket) => {
    const start = bucket === 0 ? firstIndex(events, (event) => event.at >= from) : edge(bucket)
    return Math.max(0, edge(bucket + 1) - start)
  })
}

/** `isPast` is false up to some event and true from there on. */
function firstIndex(events: readonly AnyEvent[], isPast: (event: AnyEvent) => boolean): number {
  let low = 0
  let high = events.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const event = events[middle]
    if (event && isPast(event)) high = middle
    else low = middle + 1
  }
  return low
}
