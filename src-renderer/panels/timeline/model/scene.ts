import type { Bookmark } from '#shared/events/session.ts'
import { lastBefore } from '#shared/lib/binary-search.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { Span } from '#shared/projections/spans.ts'
import type { CostPoint, Mark } from '#shared/projections/timeline.ts'
import { type Axis, LONGEST_IDLE_MS, lengthOf, type TimeWindow } from './axis.ts'
import type { Fold } from './idle-periods.ts'
import type { LaneRow } from './lane-layout.ts'
import type { SpanMatches } from './span-filter.ts'
import type { SpanIndex, Track } from './span-index.ts'

/** What is drawn at one place of a lane: a span, or several too small to be told apart. */
export interface Laid {
  readonly x: number
  readonly width: number
  readonly first: Span
  readonly last: Span
  readonly count: number
  readonly hasEdit: boolean
  readonly hasError: boolean
  /** A filter lets it through. */
  readonly isMatch: boolean
  readonly track: Track
}

/** Everything a picture of the timeline depends on; places in CSS pixels from the canvas's corner. */
export interface Scene {
  readonly width: number
  readonly height: number
  readonly index: SpanIndex
  readonly axis: Axis
  readonly folds: readonly Fold[]
  readonly rows: readonly LaneRow[]
  /** By agent, what lies in its lane, as far as somebody has looked. */
  readonly laid: Map<SpanId, readonly Laid[]>
  readonly hueOf: (agentId: SpanId) => number
  /** What the lanes show, and what the overview does. */
  readonly window: TimeWindow
  readonly whole: TimeWindow
  readonly scrollTop: number
  readonly marks: readonly Mark[]
  readonly bookmarks: readonly Bookmark[]
  readonly cost: readonly CostPoint[]
  readonly density: Uint32Array
  /** The playhead; `at` in milliseconds since the epoch. */
  readonly seq: number
  readonly at: number
  readonly isLive: boolean
  /** A run is on. */
  readonly isGrowing: boolean
  /** How far the session has come. */
  readonly endAt: number
  readonly selectedId?: string | undefined
  /** By agent: how strongly its lane is tinted, up to 1. */
  readonly tints?: ReadonlyMap<string, number> | undefined
  /** What a filter lets through; absent while there is none. */
  readonly matches?: Pick<SpanMatches, 'has'> | undefined
  readonly hoveredId?: string | undefined
}

export const GUTTER = 196
const RIGHT_MARGIN = 18
/** Room at the left of the plot, so that what begins at 0:00 is not cut. */
export const BLEED_PX = 3
/** How far a sign in the overview reaches to either side of its moment. */
const SIGN_PX = 5
const LANE_HEIGHT = { least: 26, most: 40 } as const
export const STRIP = { top: 10, height: 22 } as const
export const RULER = { top: 34, height: 24 } as const
export const LANES_TOP = 60
const COST = { above: 10, below: 10, least: 22 } as const

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

type Sized = Pick<Scene, 'width' | 'height' | 'rows'>

/** How tall a lane is: a few have more room than many. */
export function laneHeight({ height, rows }: Pick<Scene, 'height' | 'rows'>): number {
  const { least, most } = LANE_HEIGHT
  return Math.max(least, Math.min(most, Math.floor(roomOfLanes(height) / rows.length)))
}

/** Where the lanes are; they end above the curve of the cost. */
export function lanesBox(scene: Sized): Box {
  const { width, height, rows } = scene
  const tall = Math.min(rows.length * laneHeight(scene), roomOfLanes(height))
  return { x: GUTTER, y: LANES_TOP, width: plotWidth(width), height: tall }
}

function roomOfLanes(height: number): number {
  return Math.max(LANE_HEIGHT.least, height - LANES_TOP - COST.above - COST.least - COST.below)
}

/** Where the curve of the cost is: it has what the lanes leave, down to the foot of the canvas. */
export function costBox(scene: Sized): Box {
  const { x, y, width, height } = lanesBox(scene)
  const tall = scene.height - COST.below - (y + height + COST.above)
  const own = Math.max(COST.least, tall)
  return { x, y: scene.height - COST.below - own, width, height: own }
}

export function plotWidth(width: number): number {
  return Math.max(1, width - GUTTER - RIGHT_MARGIN)
}

/** How far the lanes can be scrolled. */
export function furthestScroll(scene: Sized): number {
  return Math.max(0, scene.rows.length * laneHeight(scene) - lanesBox(scene).height)
}

/** How far they are scrolled for a row to be in sight, below the first, which stays: as little as it takes. */
export function scrollTo(scene: Sized & Pick<Scene, 'scrollTop'>, row: number): number {
  const tall = laneHeight(scene)
  const least = (row + 1) * tall - lanesBox(scene).height
  return row > 0 ? Math.max(0, least, Math.min(scene.scrollTop, (row - 1) * tall)) : scene.scrollTop
}

/** How much of the lanes the first of them takes for itself: scrolled, it stays where it is. */
export function pinnedHeight(scene: Sized & Pick<Scene, 'scrollTop'>): number {
  const tall = laneHeight(scene)
  return scene.scrollTop > 0 && lanesBox(scene).height >= 2 * tall ? tall : 0
}

/** From the first row to behind the last: those in sight, and some more, so that a little scrolling keeps them. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

const ROWS_AT_ONCE = 8

export function rowsInSight(scene: Sized & Pick<Scene, 'scrollTop'>): RowRange {
  const tall = laneHeight(scene) * ROWS_AT_ONCE
  const end = scene.scrollTop + lanesBox(scene).height
  return {
    from: Math.floor(scene.scrollTop / tall) * ROWS_AT_ONCE,
    to: Math.min(scene.rows.length, Math.ceil(end / tall) * ROWS_AT_ONCE),
  }
}

/** The x of a moment (milliseconds since the epoch) in the lanes. */
export function xOf(scene: Scene, at: number): number {
  return xIn(scene, scene.window, scene.axis.toAxis(at))
}

/** The x of a moment in the overview. */
export function stripXOf(scene: Scene, at: number): number {
  return xIn(scene, scene.whole, scene.axis.toAxis(at))
}

/** Up to where the lanes are past: through the middle of a pixel everything would have other edges than live. */
export function lanesReached(scene: Scene): number {
  const end = GUTTER + plotWidth(scene.width)
  return Math.round(Math.min(end, Math.max(GUTTER - BLEED_PX, xOf(scene, scene.at))))
}

/** Up to where the overview is: what happened at the playhead has its sign whole, unless the next one is there. */
export function stripReached(scene: Scene): number {
  const { marks, seq } = scene
  const x = stripXOf(scene, scene.at)
  const next = marks[lastBefore(marks, (mark) => mark.seq <= seq) + 1]
  const room = next ? stripXOf(scene, next.at) - SIGN_PX : Number.POSITIVE_INFINITY
  return Math.max(x, Math.min(x + SIGN_PX, room))
}

const LEAST_WINDOW_PX = 6

/** Where the overview shows the stretch in view; `undefined` where that is all there is. */
export function windowPlace(
  scene: Pick<Scene, 'width' | 'whole' | 'window'>,
): TimeWindow | undefined {
  const from = xIn(scene, scene.whole, scene.window.from)
  const to = xIn(scene, scene.whole, scene.window.to)
  if (to - from >= plotWidth(scene.width) - 1) return undefined
  return { from, to: Math.max(to, from + LEAST_WINDOW_PX) }
}

/** The x of a moment of the axis, where `window` fills the plot. */
export function xIn({ width }: Pick<Scene, 'width'>, window: TimeWindow, axisMs: number): number {
  return GUTTER + ((axisMs - window.from) / lengthOf(window)) * plotWidth(width)
}

/** The moment of the axis at `x`, where `window` fills the plot. */
export function axisAt({ width }: Pick<Scene, 'width'>, window: TimeWindow, x: number): number {
  return window.from + ((x - GUTTER) / plotWidth(width)) * lengthOf(window)
}

/** Where a fold is seen in the lanes: its middle, and how much of the axis it takes. */
export interface FoldPlace {
  readonly fold: Fold
  readonly x: number
  readonly width: number
}

export function foldPlaces(scene: Scene): readonly FoldPlace[] {
  const right = GUTTER + plotWidth(scene.width)
  const width = (LONGEST_IDLE_MS / lengthOf(scene.window)) * plotWidth(scene.width)
  return scene.folds.flatMap((fold) => {
    const x = xOf(scene, fold.from) + width / 2
    return x >= GUTTER && x <= right ? { fold, x, width } : []
  })
}

/** A span as it was when `seq` had just happened: what came later is not known of it. */
export function asOf(span: Span, seq: number): Span {
  if (span.endSeq === undefined || span.endSeq <= seq) return span
  const { endedAt: _, endSeq: __, outcome: ___, ...open } = span
  return open
}
