import { lastBefore } from '#shared/lib/binary-search.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { Lane } from '#shared/projections/lanes.ts'
import type { Span } from '#shared/projections/spans.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { GUTTER, type Laid, plotWidth, type Scene, xOf } from './scene.ts'
import { isTask, type Track } from './span-index.ts'

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

/** Below this width spans that touch are drawn together. */
const NARROW_PX = 3

/** What can be seen of a lane, from the left; laid once for all pictures of the same window. */
export function laidIn(scene: Scene, { lane: { agentId } }: LaneRow): readonly Laid[] {
  const known = scene.laid.get(agentId)
  if (known) return known
  const laid: Laid[] = []
  layLane(scene, agentId, (one) => laid.push(one))
  scene.laid.set(agentId, laid)
  return laid
}

function layLane(scene: Scene, agentId: SpanId, visit: (laid: Laid) => void): void {
  const spans = scene.index.spansOf(agentId)
  const left = scene.axis.toTime(scene.window.from)
  const right = GUTTER + plotWidth(scene.width)
  const gathered = new Gathering(visit)
  for (let at = scene.index.firstReaching(agentId, left); at < spans.length; at += 1) {
    const span = spans[at]
    if (!span) break
    const x = xOf(scene, span.startedAt)
    if (x > right) break
    const end = xOf(scene, span.endedAt ?? Math.max(scene.endAt, span.startedAt))
    if (end < GUTTER) continue
    const isMatch = scene.matches?.has(span.id) ?? true
    const track = scene.index.trackOf(agentId, at)
    gathered.add(single(span, { x, width: end - x, track, isMatch }))
  }
  gathered.flush()
}

/** Holds back narrow spans until it is known whether the next one in their track touches them. */
class Gathering {
  readonly #visit: (laid: Laid) => void
  /** At most one for each track, from the left. */
  #held: Laid[] = []

  constructor(visit: (laid: Laid) => void) {
    this.#visit = visit
  }

  add(laid: Laid): void {
    if (laid.width >= NARROW_PX || isTask(laid.first)) {
      this.flush()
      this.#visit(widened(laid))
      return
    }
    const touched = this.#held.find((held) => isBeside(held, laid))
    this.#flushIf((held) => held !== touched && held.x + held.width + 1 < laid.x)
    if (touched) this.#held[this.#held.indexOf(touched)] = join(touched, laid)
    else this.#hold(widened(laid))
  }

  flush(): void {
    this.#flushIf(() => true)
  }

  #hold(laid: Laid): void {
    this.#flushIf((held) => held.track.index === laid.track.index)
    this.#held.push(laid)
  }

  #flushIf(isOver: (held: Laid) => boolean): void {
    if (this.#held.length === 0) return
    const over: Laid[] = []
    const kept: Laid[] = []
    for (const held of this.#held) (isOver(held) ? over : kept).push(held)
    this.#held = kept
    const whole = joinTracks(over)
    if (whole) this.#visit(whole)
    else for (const held of over) this.#visit(held)
  }
}

/** Where every track of a lane holds the same narrow place, there is nothing to be told apart in it. */
function joinTracks(over: readonly Laid[]): Laid | undefined {
  const [first, ...others] = over
  if (!first || over.length < 2 || over.length < first.track.count) return undefined
  const isTogether = others.every((one) => one.x <= first.x + first.width + 1)
  if (!isTogether) return undefined
  return { ...others.reduce(join, first), track: { index: 0, count: 1 } }
}

function isBeside(held: Laid, { x, track }: Laid): boolean {
  const isSameTrack = held.track.index === track.index && held.track.count === track.count
  return isSameTrack && x <= held.x + held.width + 1
}

function single(span: Span, place: Pick<Laid, 'x' | 'width' | 'track' | 'isMatch'>): Laid {
  const hasEdit = span.type === 'tool' && span.effect === 'edit'
  const hasError = span.outcome === 'error'
  return { ...place, first: span, last: span, count: 1, hasEdit, hasError }
}

function widened(laid: Laid): Laid {
  return { ...laid, width: Math.max(NARROW_PX, laid.width) }
}

function join(held: Laid, next: Laid): Laid {
  return {
    ...held,
    width: Math.max(held.width, next.x + next.width - held.x),
    last: next.last,
    count: held.count + next.count,
    hasEdit: held.hasEdit || next.hasEdit,
    hasError: held.hasError || next.hasError,
    isMatch: held.isMatch || next.isMatch,
  }
}

/** The span of a lane nearest to `at` among those drawn together. */
export function nearestIn(scene: Scene, laid: Laid, at: number): Span {
  if (laid.count === 1) return laid.first
  const { agentId } = laid.first
  const spans = scene.index.spansOf(agentId)
  let index = lastBefore(spans, (span) => span.startedAt <= at)
  while (index > 0 && !isOfTrack(scene, laid, index)) index -= 1
  return spans[Math.max(0, index)] ?? laid.first
}

function isOfTrack({ index: spans }: Scene, { first, track }: Laid, index: number): boolean {
  if (track.count === 1) return true
  return spans.trackOf(first.agentId, index).index === track.index
}

/** The part of a lane's height that is a track's own. */
export function bandOf({ index, count }: Track, tall: number): { top: number; height: number } {
  if (count === 1) return { top: 0, height: tall }
  const height = (tall - 2 * EDGE_PX) / count
  return { top: EDGE_PX + index * height, height }
}

/** What is left free above and below the tracks of a lane that has several. */
const EDGE_PX = 2
