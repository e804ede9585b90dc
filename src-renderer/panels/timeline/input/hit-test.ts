import type { Bookmark } from '#shared/events/session.ts'
import type { Pause } from '#shared/projections/lanes.ts'
import type { Span } from '#shared/projections/spans.ts'
import type { Mark } from '#shared/projections/timeline.ts'
import type { WindowEnd } from '../model/axis.ts'
import { type Fold, restAt } from '../model/idle-periods.ts'
import { bandOf, type LaneRow, laidIn, nearestIn } from '../model/lane-layout.ts'
import {
  axisAt,
  foldPlaces,
  GUTTER,
  LANES_TOP,
  type Laid,
  laneHeight,
  lanesBox,
  pinnedHeight,
  RULER,
  type Scene,
  STRIP,
  stripXOf,
  windowPlace,
} from '../model/scene.ts'
import { isTask } from '../model/span-index.ts'

/** Its ends are moved by themselves. */
export type WindowPart = WindowEnd | 'middle'

/** What a pointer is over. */
export type Hit =
  | { readonly type: 'span'; readonly span: Span; readonly row: LaneRow; readonly count: number }
  | { readonly type: 'rest'; readonly rest: Pause; readonly row: LaneRow }
  | { readonly type: 'lane'; readonly row: LaneRow }
  | { readonly type: 'mark'; readonly mark: Mark }
  | { readonly type: 'bookmark'; readonly mark: Bookmark }
  /** Of the ruler. */
  | { readonly type: 'fold'; readonly fold: Fold }
  | { readonly type: 'strip' }
  /** In the overview: the stretch in view. */
  | { readonly type: 'window'; readonly part: WindowPart }
  | { readonly type: 'ruler' }
  | { readonly type: 'nothing' }

/** What the pointer rests on; places in pixels of the plot. */
export interface Hovered {
  readonly hit: Exclude<Hit, { type: 'lane' | 'nothing' }>
  readonly x: number
  readonly y: number
  readonly width: number
  readonly seq: number
  readonly endAt: number
  /** The moment under the pointer, where it is on the overview or the ruler. */
  readonly at: number
}

const REACH_PX = 3
const END_REACH_PX = 5
const PLAYHEAD_REACH_PX = 5
const MARK_REACH_PX = 6
const FOLD_REACH_PX = 8

/** Finds what is at a place of the canvas. */
export function hitTest(scene: Scene, x: number, y: number): Hit {
  if (y < LANES_TOP) return hitHead(scene, x, y)
  const lanes = lanesBox(scene)
  if (y >= lanes.y + lanes.height) return { type: 'nothing' }
  const tall = laneHeight(scene)
  const below = y - LANES_TOP
  const down = below < pinnedHeight(scene) ? below : below + scene.scrollTop
  const row = scene.rows[Math.floor(down / tall)]
  if (!row) return { type: 'nothing' }
  if (x < GUTTER) return { type: 'lane', row }
  const laid = findLaid(scene, row, { x, y: down % tall })
  const at = scene.axis.toTime(axisAt(scene, scene.window, x))
  if (!laid) {
    const rest = restAt(row.lane, at, scene.endAt)
    return rest ? { type: 'rest', rest, row } : { type: 'lane', row }
  }
  return { type: 'span', span: nearestIn(scene, laid, at), row, count: laid.count }
}

function hitHead(scene: Scene, x: number, y: number): Hit {
  if (x < GUTTER - 6 || y < STRIP.top - 4) return { type: 'nothing' }
  if (y >= RULER.top) return hitRuler(scene, x)
  if (y >= STRIP.top + STRIP.height) return { type: 'strip' }
  if (Math.abs(playheadX(scene) - x) <= PLAYHEAD_REACH_PX) return { type: 'strip' }
  const part = windowPartAt(scene, x)
  if (part && part !== 'middle') return { type: 'window', part }
  return markAt(scene, x, y) ?? (part ? { type: 'window', part } : { type: 'strip' })
}

function markAt(scene: Scene, x: number, y: number): Hit | undefined {
  const mark = findAt(scene, scene.marks, x)
  const bookmark = findAt(scene, scene.bookmarks, x)
  // They lie at the foot of the overview, the others at its head.
  if (bookmark && (!mark || y > STRIP.top + STRIP.height / 2)) {
    return { type: 'bookmark', mark: bookmark }
  }
  return mark && { type: 'mark', mark }
}

function playheadX(scene: Scene): number {
  return stripXOf(scene, scene.isLive ? scene.endAt : scene.at)
}

/** Where all is in view there is no window to be moved. */
function windowPartAt(scene: Scene, x: number): WindowPart | undefined {
  const place = windowPlace(scene)
  if (!place) return undefined
  if (Math.abs(place.from - x) <= END_REACH_PX) return 'from'
  if (Math.abs(place.to - x) <= END_REACH_PX) return 'to'
  return x > place.from && x < place.to ? 'middle' : undefined
}

function hitRuler(scene: Scene, x: number): Hit {
  const place = foldPlaces(scene).find(
    (one) => Math.abs(one.x - x) <= Math.max(FOLD_REACH_PX, one.width / 2),
  )
  return place ? { type: 'fold', fold: place.fold } : { type: 'ruler' }
}

function findAt<Placed extends { readonly at: number }>(
  scene: Scene,
  marks: readonly Placed[],
  x: number,
): Placed | undefined {
  let best: Placed | undefined
  let bestAway = MARK_REACH_PX
  for (const mark of marks) {
    const away = Math.abs(stripXOf(scene, mark.at) - x)
    if (away > bestAway) continue
    best = mark
    bestAway = away
  }
  return best
}

/** In a lane: `y` from its upper edge. */
interface Point {
  readonly x: number
  readonly y: number
}

/** The narrowest of those under the pointer: what is on top, and hardest to meet. */
function findLaid(scene: Scene, row: LaneRow, { x, y }: Point): Laid | undefined {
  const tall = laneHeight(scene)
  let best: Laid | undefined
  for (const laid of laidIn(scene, row)) {
    const { top, height } = bandOf(laid.track, tall)
    if (y < top || y >= top + height) continue
    const reach = Math.max(0, REACH_PX - laid.width / 2)
    if (x < laid.x - reach || x > laid.x + laid.width + reach) continue
    if (!best || isTask(best.first) || laid.width <= best.width) best = laid
  }
  return best
}
