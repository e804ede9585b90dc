import { bandOf, type LaneRow, laidIn } from '../model/lane-layout.ts'
import {
  asOf,
  BLEED_PX,
  type Box,
  GUTTER,
  type Laid,
  laneHeight,
  lanesBox,
  lanesReached,
  pinnedHeight,
  plotWidth,
  type Scene,
  xOf,
} from '../model/scene.ts'
import { isTask } from '../model/span-index.ts'
import { paintGap, paintRests } from './paint-idle-periods.ts'
import { type Line, paintDense, paintSpan, paintWaiting, type SpanPlace } from './paint-span.ts'
import { inset, type Pen, roundedPath } from './surface.ts'

const AHEAD = 0.22
const STRONGEST_TINT = 0.22
/** What a filter does not let through. */
const UNMATCHED = 0.16
/** What it lets through can be seen ahead, too. */
const LEAST_MATCHED = 0.5
/** Of a lane's height: what is left free above its blocks, and below. */
const MARGIN = 0.23
/** Between what lies beside each other in a lane. */
const STACK_GAP_PX = 2

/** Every lane that can be seen; what lies ahead of the playhead faint. */
export function paintLanes(pen: Pen, scene: Scene) {
  const lanes = lanesBox(scene)
  const left = GUTTER - BLEED_PX
  const end = GUTTER + lanes.width
  if (scene.isLive)
    return paintPart(pen, scene, { ...lanes, x: left, width: end - left + BLEED_PX })
  const reached = lanesReached(scene)
  pen.strength = AHEAD
  paintPart(
    pen,
    { ...scene, seq: Number.POSITIVE_INFINITY },
    { ...lanes, x: reached, width: end - reached },
  )
  pen.strength = 1
  paintPart(pen, scene, { ...lanes, x: left, width: reached - left })
}

/** What the lanes lie on. */
export function paintGrounds(pen: Pen, scene: Scene): void {
  inLanes(pen, scene, { ...lanesBox(scene), x: 0, width: scene.width }, (row, y) =>
    paintGround(pen, scene, row, y),
  )
}

/** What was under way at the playhead looks otherwise than it does now that it has ended: on bare ground it is drawn anew. */
export function paintOpen(pen: Pen, scene: Scene, bare: (box: Box) => void): void {
  const lanes = lanesBox(scene)
  inLanes(pen, scene, { ...lanes, width: lanesReached(scene) - lanes.x }, (row, y) => {
    const from = openFrom(scene, row)
    if (from === undefined) return
    const box = { x: from, y, width: lanesReached(scene) - from, height: laneHeight(scene) }
    pen.within(box, () => {
      bare(box)
      for (const [other, top] of visibleRows(scene)) paintHanger(pen, scene, other, top)
      paintLane(pen, scene, { row, y, box })
    })
  })
}

/** The x of the first span of a lane that had not ended at the playhead, and has since. */
function openFrom(scene: Scene, row: LaneRow): number | undefined {
  const { seq } = scene
  const open = laidIn(scene, row).find(
    ({ first, count }) => count === 1 && first.seq <= seq && asOf(first, seq) !== first,
  )
  return open && Math.floor(open.x - OUTSTANDING_PX)
}

function paintPart(pen: Pen, scene: Scene, box: Box): void {
  if (box.width <= 0) return
  inLanes(pen, scene, box, (row, y) => paintHanger(pen, scene, row, y))
  inLanes(pen, scene, box, (row, y) => paintLane(pen, scene, { row, y, box }))
}

/** The lanes that are scrolled, and the first, which stays. */
function inLanes(pen: Pen, scene: Scene, box: Box, draw: (row: LaneRow, y: number) => void): void {
  const pinned = pinnedHeight(scene)
  pen.within({ ...box, y: box.y + pinned, height: box.height - pinned }, () => {
    for (const [row, y] of visibleRows(scene)) draw(row, y)
  })
  const [first] = scene.rows
  if (pinned > 0 && first) pen.within({ ...box, height: pinned }, () => draw(first, box.y))
}

function* visibleRows(scene: Scene): Generator<[LaneRow, number]> {
  const { y, height } = lanesBox(scene)
  const tall = laneHeight(scene)
  const first = Math.floor(scene.scrollTop / tall)
  for (let index = first; index < scene.rows.length; index += 1) {
    const top = y + index * tall - scene.scrollTop
    const row = scene.rows[index]
    if (!row || top > y + height) return
    yield [row, top]
  }
}

/** Every second lane rests on a quiet band, and the lines of descent stand in the gutter. */
function paintGround(pen: Pen, scene: Scene, { lane, guides }: LaneRow, y: number): void {
  const tall = laneHeight(scene)
  const isPinned = pinnedHeight(scene) > 0 && lane === scene.rows[0]?.lane
  const place = Math.round((y - lanesBox(scene).y + scene.scrollTop) / tall)
  const isBanded = isPinned || (place & 1) === 0
  if (isBanded) pen.fill(bandPath(scene, y), pen.palette.raised, 0.45)
  const tint = scene.tints?.get(lane.agentId) ?? 0
  if (tint > 0) pen.fill(bandPath(scene, y), pen.palette.warn, STRONGEST_TINT * tint)
  const path = new Path2D()
  const middle = y + tall / 2
  for (let depth = 1; depth <= lane.depth; depth += 1) {
    const x = 2.5 + depth * 20
    const isOwn = depth === lane.depth
    path.moveTo(x, y)
    if (guides[depth - 1]) path.lineTo(x, y + tall)
    else if (isOwn) path.lineTo(x, middle)
    if (isOwn) {
      path.moveTo(x, middle)
      path.lineTo(x + 8, middle)
    }
  }
  pen.stroke(path, pen.palette.strongLine)
}

function bandPath(scene: Scene, y: number): Path2D {
  return new Path2D(`M0 ${y}h${scene.width}v${laneHeight(scene)}h${-scene.width}z`)
}

/** From the ring of the call down to the lane that hangs from it. */
function paintHanger(pen: Pen, scene: Scene, { lane }: LaneRow, y: number): void {
  const call = lane.parentSpanId && scene.index.find(lane.parentSpanId)
  if (!call || call.seq > scene.seq) return
  const parent = scene.rows.findIndex((row) => row.lane.agentId === lane.parentAgentId)
  if (parent < 0) return
  const tall = laneHeight(scene)
  const top = lanesBox(scene).y + (parent + 0.5) * tall - scene.scrollTop
  const x = xOf(scene, call.startedAt) + 4
  const start = Math.max(x, xOf(scene, lane.startedAt))
  const middle = y + tall / 2
  const path = new Path2D()
  path.moveTo(x, top + 4)
  path.arcTo(x, middle, start, middle, Math.min(5, Math.max(0, start - x)))
  path.lineTo(start, middle)
  pen.stroke(path, pen.hue(scene.hueOf(lane.agentId)), { opacity: 0.45 })
}

interface LanePart {
  readonly row: LaneRow
  readonly y: number
  /** Nothing is seen outside it. */
  readonly box: Box
}

function paintLane(pen: Pen, scene: Scene, { row, y, box }: LanePart): void {
  const { lane } = row
  const tall = laneHeight(scene)
  const line = { y: y + tall / 2, hue: pen.hue(scene.hueOf(lane.agentId)) }
  paintRests(pen, scene, lane, { ...line, height: tall - 2 * marginOf(tall) })
  let waitedTo = Number.NEGATIVE_INFINITY
  const [first] = scene.index.spansOf(lane.agentId)
  let busyTo = Math.max(GUTTER, first ? xOf(scene, first.startedAt) : 0)
  for (const laid of laidIn(scene, row)) {
    if (laid.first.seq > scene.seq) continue
    paintGap(pen, scene, { lane, ...line, from: busyTo, to: laid.x })
    busyTo = Math.max(busyTo, laid.x + laid.width)
    waitedTo = Math.max(waitedTo, paintTaskWait(pen, laid, waitedTo, line))
    if (isIn(box, laid)) paintLaid(pen, scene, laid, placeOf(scene, laid, { y, hue: line.hue }))
  }
  const end = Math.min(GUTTER + plotWidth(scene.width), xOf(scene, scene.endAt))
  if (first) paintGap(pen, scene, { lane, ...line, from: busyTo, to: end })
}

/** Outlines and ticks stand a little out of what they belong to. */
const OUTSTANDING_PX = 4

function isIn(box: Box, { x, width }: Laid): boolean {
  return x + width + OUTSTANDING_PX >= box.x && x - OUTSTANDING_PX <= box.x + box.width
}

/** A call that a lane hangs from waits for it; answers how far. */
function paintTaskWait(pen: Pen, laid: Laid, waitedTo: number, line: Line): number {
  if (!isTask(laid.first)) return waitedTo
  const from = Math.max(laid.x + 9, waitedTo)
  const to = laid.x + laid.width
  if (to > from) paintWaiting(pen, from, to, line)
  return to
}

function placeOf(scene: Scene, laid: Laid, { y, hue }: { y: number; hue: string }): SpanPlace {
  const gap = laid.width > 4 ? 1 : 0
  const width = Math.max(2.5, laid.width - gap)
  const tall = laneHeight(scene)
  const band = bandOf(laid.track, tall)
  const isStacked = laid.track.count > 1
  const margin = isStacked ? STACK_GAP_PX / 2 : marginOf(tall)
  const box = {
    x: laid.x + gap / 2,
    y: y + band.top + margin,
    width,
    height: band.height - 2 * margin,
  }
  const first = laid.first
  const firstTokenAt = first.type === 'model' ? first.firstTokenAt : undefined
  return { box, hue, isStacked, ...(firstTokenAt && { firstTokenX: xOf(scene, firstTokenAt) }) }
}

function marginOf(tall: number): number {
  return Math.round(tall * MARGIN)
}

function paintLaid(pen: Pen, scene: Scene, laid: Laid, place: SpanPlace): void {
  const { strength } = pen
  if (scene.matches) pen.strength = strengthOf(laid, strength)
  if (laid.count > 1) paintDense(pen, place, laid)
  else paintSpan(pen, asOf(laid.first, scene.seq), place)
  pen.strength = strength
}

function strengthOf({ isMatch }: Laid, strength: number): number {
  return isMatch ? Math.max(LEAST_MATCHED, strength) : UNMATCHED * Math.max(LEAST_MATCHED, strength)
}

/** What is pointed at, and what is selected. */
export function paintPicked(pen: Pen, scene: Scene): void {
  const { hoveredId, selectedId } = scene
  if (hoveredId === undefined && selectedId === undefined) return
  const lanes = lanesBox(scene)
  const shown = { ...lanes, x: lanes.x - BLEED_PX, width: lanes.width + 2 * BLEED_PX }
  inLanes(pen, scene, shown, (row, y) => {
    for (const laid of laidIn(scene, row)) paintOutlines(pen, scene, laid, y)
  })
  pen.strength = 1
}

function paintOutlines(pen: Pen, scene: Scene, laid: Laid, y: number): void {
  const isHovered = isAmong(laid, scene.hoveredId)
  const isSelected = isAmong(laid, scene.selectedId)
  if (!isHovered && !isSelected) return
  const { box } = placeOf(scene, laid, { y, hue: pen.palette.text })
  pen.strength = laid.first.seq > scene.seq ? AHEAD : 1
  if (isHovered) outline(pen, box, pen.palette.text, 1)
  if (isSelected) outline(pen, box, pen.palette.accent, 2)
}

function isAmong({ first, last }: Laid, id: string | undefined): boolean {
  return id !== undefined && (first.id === id || last.id === id)
}

function outline(pen: Pen, box: Box, color: string, width: number): void {
  pen.stroke(roundedPath(inset(box, -2), 4), color, { width })
}
