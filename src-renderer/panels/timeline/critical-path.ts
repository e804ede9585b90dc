import type { SpanId } from '#shared/ids.ts'
import type { Span } from '#shared/projections/spans.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import type { SpanIndex } from './span-index.ts'

export interface Duration {
  /** Work that nothing ran beside which took longer: less of it would have made the session shorter. */
  readonly criticalMs: number
  /** Time in which at least one call waited for a person. */
  readonly waitedMs: number
}

/**
 * Follows each lead's lane back from its end, always by the call that ended last, and into the
 * subagent where that call waited for one. `until` is the moment open spans have reached.
 */
export function measure(
  state: Pick<TimelineState, 'laneOrder' | 'lanes'>,
  index: SpanIndex,
  until: number,
): Duration {
  let criticalMs = 0
  for (const id of state.laneOrder) {
    if (state.lanes[id]?.depth === 0)
      criticalMs += pathOf(index, id, Number.NEGATIVE_INFINITY, until)
  }
  return { criticalMs, waitedMs: waitedMs(index.waits, until) }
}

function pathOf(index: SpanIndex, agentId: SpanId, from: number, until: number): number {
  const spans = index.spansOf(agentId)
  let total = 0
  let cursor = until
  for (;;) {
    const span = lastEnding(spans, { index, agentId, cursor })
    if (!span || cursor <= from) return total
    const start = Math.max(from, span.startedAt)
    const end = Math.min(cursor, span.endedAt ?? until)
    if (span.type === 'tool' && span.subagentId) total += pathOf(index, span.subagentId, start, end)
    else if (isWork(span)) total += Math.max(0, end - start)
    cursor = start
  }
}

/** How long an interrupted span really worked, nobody knows. */
function isWork(span: Span): boolean {
  return span.type !== 'wait' && span.outcome !== 'interrupted'
}

interface Search {
  readonly index: SpanIndex
  readonly agentId: SpanId
  readonly cursor: number
}

/** Among the spans that started before `cursor`, the one that lasted closest to it. */
function lastEnding(spans: readonly Span[], { index, agentId, cursor }: Search): Span | undefined {
  let best: Span | undefined
  let bestEnd = Number.NEGATIVE_INFINITY
  for (let at = lastStarted(spans, cursor); at >= 0; at -= 1) {
    const span = spans[at]
    if (!span) break
    const end = Math.min(cursor, span.endedAt ?? cursor)
    if (end > bestEnd) [best, bestEnd] = [span, end]
    if (bestEnd >= Math.min(cursor, index.reachOf(agentId, at - 1))) break
  }
  return best
}

function lastStarted(spans: readonly Span[], cursor: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.startedAt ?? 0) < cursor) low = middle + 1
    else high = middle
  }
  return low - 1
}

function waitedMs(spans: readonly Span[], until: number): number {
  let total = 0
  let covered = Number.NEGATIVE_INFINITY
  for (const { startedAt, endedAt } of spans) {
    if (startedAt >= until) break
    const end = Math.min(until, endedAt ?? until)
    total += Math.max(0, end - Math.max(startedAt, covered))
    covered = Math.max(covered, end)
  }
  return total
}
