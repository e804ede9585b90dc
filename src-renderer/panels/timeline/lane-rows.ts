import type { SpanId } from '#shared/ids.ts'
import type { Lane } from '#shared/projections/lanes.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'

/** A lane as it is listed: folded lanes hide those below them. */
export interface LaneRow {
  readonly lane: Lane
  readonly hasChildren: boolean
  readonly isCollapsed: boolean
  /** For each depth above this one, whether a later lane continues the line there. */
  readonly guides: readonly boolean[]
}

const none: ReadonlySet<SpanId> = new Set()

/** The lanes to be shown, from the top. */
export function listRows(
  { laneOrder, lanes }: Pick<TimelineState, 'laneOrder' | 'lanes'>,
  collapsed: ReadonlySet<SpanId>,
  hidden: ReadonlySet<SpanId> = none,
): LaneRow[] {
  const all = laneOrder.flatMap((id) => (hidden.has(id) ? [] : (lanes[id] ?? [])))
  const rows: LaneRow[] = []
  let hiddenBelow = Number.POSITIVE_INFINITY
  for (const [index, lane] of all.entries()) {
    if (lane.depth > hiddenBelow) continue
    const isCollapsed = collapsed.has(lane.agentId)
    hiddenBelow = isCollapsed ? lane.depth : Number.POSITIVE_INFINITY
    const hasChildren = (all[index + 1]?.depth ?? 0) > lane.depth
    rows.push({ lane, hasChildren, isCollapsed, guides: guidesOf(all, index) })
  }
  return rows
}

/** Lanes in which nothing is counted, and below which nothing is. */
export function lanesWithout(
  { laneOrder, lanes }: Pick<TimelineState, 'laneOrder' | 'lanes'>,
  countIn: (agentId: SpanId) => number,
): ReadonlySet<SpanId> {
  const without = new Set(laneOrder)
  for (const id of laneOrder) {
    if (countIn(id) === 0) continue
    for (let lane = lanes[id]; lane && without.delete(lane.agentId); ) {
      lane = lane.parentAgentId && lanes[lane.parentAgentId]
    }
  }
  return without
}

function guidesOf(lanes: readonly Lane[], index: number): boolean[] {
  const depth = lanes[index]?.depth ?? 0
  const guides = Array.from({ length: depth }, () => false)
  let nearest = depth + 1
  for (let next = index + 1; next < lanes.length && nearest > 1; next += 1) {
    const other = lanes[next]?.depth ?? 0
    if (other >= nearest) continue
    if (other >= 1 && other <= depth) guides[other - 1] = true
    nearest = other
  }
  return guides
}
