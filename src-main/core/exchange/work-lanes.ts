import type { WorkLanes } from '#shared/contract/host.ts'
import type { Span } from '#shared/projections/spans.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'

/** Pauses shorter than this part of the whole are not told apart. */
const SHORTEST_PAUSE = 1 / 250

/** When each agent was at work: its model calls and its tools, but not its waiting for others. */
export function workLanesOf(timeline: TimelineState): WorkLanes {
  const { firstAt = 0, lastAt = 0, laneOrder, order, spans } = timeline
  const pauseMs = (lastAt - firstAt) * SHORTEST_PAUSE
  const work = order.flatMap((id) => spans[id] ?? []).filter(isWork)
  return laneOrder.map((agentId) => {
    const own = work.filter((span) => span.agentId === agentId)
    const times = own.map(
      ({ startedAt, endedAt = lastAt }) =>
        [Math.round(startedAt - firstAt), Math.round(endedAt - firstAt)] as const,
    )
    return joinTouching(times, pauseMs)
  })
}

/** A call that a subagent hangs from waits for it. */
function isWork(span: Span): boolean {
  return span.type === 'model' || (span.type === 'tool' && span.subagentId === undefined)
}

function joinTouching(
  times: readonly (readonly [from: number, to: number])[],
  pauseMs: number,
): [number, number][] {
  const joined: [number, number][] = []
  for (const [from, to] of times) {
    const last = joined.at(-1)
    if (last && from - last[1] <= pauseMs) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}
