import { lastBefore } from '#shared/lib/last-before.ts'
import type { Span } from '#shared/projections/spans.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'

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
