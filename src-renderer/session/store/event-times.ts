import type { AnyEvent } from '#shared/events/index.ts'
import { lastBefore } from '#shared/lib/binary-search.ts'
import type { Span } from '#shared/projections/spans.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'

/** The index of the first event past `seq`, among events in order. */
export function indexAfterSeq(events: readonly AnyEvent[], seq: number): number {
  return lastBefore(events, (event) => event.seq <= seq) + 1
}

/** The index of the first event later than `at`, among events in order. */
export function indexAfterTime(events: readonly AnyEvent[], at: number): number {
  return lastBefore(events, (event) => event.at <= at) + 1
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
    const start = bucket === 0 ? lastBefore(events, (event) => event.at < from) + 1 : edge(bucket)
    return Math.max(0, edge(bucket + 1) - start)
  })
}

/**
 * The last span that had begun at a place, which `hasCome` tells by its moment or its seq. Where the
 * log is not here yet, spans are what is known of a session's course.
 */
export function lastBegun(
  { order, spans }: Pick<TimelineState, 'order' | 'spans'>,
  hasCome: (span: Span) => boolean,
): Span | undefined {
  const index = lastBefore(order, (id) => {
    const span = spans[id]
    return span !== undefined && hasCome(span)
  })
  return spans[order[index] ?? '']
}
