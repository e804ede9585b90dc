import { lastBefore } from '#shared/lib/binary-search.ts'
import type { SpanId } from '#shared/lib/ids.ts'
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
 * Follows each lead's lane back from its end: first by the call that is still running and has worked
 * longest, then always by the one that ended last, and into the subagent where that call waited for
 * one. `until` is the moment open spans have reached.
 */
export function measure(
  state: Pick<TimelineState, 'laneOrder' | 'lanes'>,
  index: SpanIndex,
  until: number,
): Duration {
  let criticalMs = 0
  for (const agentId of state.laneOrder) {
    if (state.lanes[agentId]?.depth === 0)
      criticalMs += pathOf({ index, agentId, from: Number.NEGATIVE_INFINITY, until })
  }
  return { criticalMs, waitedMs: waitedMs(index.waits, until) }
}

/** Part of a lane. */
interface Stretch {
  readonly index: SpanIndex
  readonly agentId: SpanId
  readonly from: number
  readonly until: number
}

function pathOf(stretch: Stretch): number {
  const { from, until } = stretch
  let { workMs, cursor } = longestRunning(stretch)
  while (cursor > from) {
    const span = lastEnding(stretch, cursor)
    if (!span) return workMs
    workMs += workIn(span, stretch, Math.min(cursor, span.endedAt ?? until))
    cursor = Math.max(from, span.startedAt)
  }
  return workMs
}

/** What the calls that have not ended at the stretch's end come to, and when the longest of them began. */
function longestRunning(stretch: Stretch): { readonly workMs: number; readonly cursor: number } {
  const { index, agentId, until } = stretch
  const spans = index.spansOf(agentId)
  let longest = { workMs: 0, cursor: until }
  const reaching = spans.slice(index.firstReaching(agentId, until), lastStarted(spans, until) + 1)
  for (const span of reaching.filter((one) => isOpen(one, until))) {
    const workMs = workIn(span, stretch, until)
    if (workMs > longest.workMs) longest = { workMs, cursor: span.startedAt }
  }
  return longest
}

/** Up to `until`, which the stretch may outlast. */
function workIn(span: Span, { index, from: earliest }: Stretch, until: number): number {
  const from = Math.max(earliest, span.startedAt)
  if (span.type === 'tool' && span.subagentId)
    return pathOf({ index, agentId: span.subagentId, from, until })
  return isWork(span) ? Math.max(0, until - from) : 0
}

/** How long an interrupted span really worked, nobody knows. */
function isWork(span: Span): boolean {
  return span.type !== 'wait' && span.outcome !== 'interrupted'
}

function isOpen({ endedAt }: Span, until: number): boolean {
  return endedAt === undefined || endedAt > until
}

/** Among the spans that started before `cursor`, the one that lasted closest to it. */
function lastEnding({ index, agentId, until }: Stretch, cursor: number): Span | undefined {
  const spans = index.spansOf(agentId)
  let best: Span | undefined
  let bestEnd = Number.NEGATIVE_INFINITY
  for (let at = lastStarted(spans, cursor); at >= 0; at -= 1) {
    const span = spans[at]
    if (!span) break
    // What still waits for a person has kept nothing from ending.
    if (span.type === 'wait' && isOpen(span, until)) continue
    const end = Math.min(cursor, span.endedAt ?? cursor)
    if (end > bestEnd) [best, bestEnd] = [span, end]
    if (bestEnd >= Math.min(cursor, index.reachOf(agentId, at - 1))) break
  }
  return best
}

function lastStarted(spans: readonly Span[], cursor: number): number {
  return lastBefore(spans, (span) => span.startedAt < cursor)
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
