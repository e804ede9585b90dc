import type { Mark } from '#shared/projections/timeline.ts'
import {
  type Box,
  GUTTER,
  plotWidth,
  type Scene,
  STRIP,
  stripReached,
  stripXOf,
  windowPlace,
} from '../model/scene.ts'
import { type Palette, type Pen, roundedPath } from './surface.ts'

const RADIUS = 5
const TALLEST_PX = 15
const AHEAD = 0.3
/** It is of the person who looks, not of what was to come. */
const AHEAD_BOOKMARK = 0.6

/** The whole session at a glance: how much happened when, and what is worth finding again. */
export function paintStrip(pen: Pen, scene: Scene): void {
  const box = { x: GUTTER, y: STRIP.top, width: plotWidth(scene.width), height: STRIP.height }
  pen.fill(roundedPath(box, RADIUS), pen.palette.raised)
  pen.within(box, () => paintDensity(pen, scene, box))
  pen.stroke(roundedPath(halfIn(box), RADIUS), pen.palette.strongLine)
  paintWindow(pen, scene, box)
  paintMarks(pen, scene)
  paintBookmarks(pen, scene)
}

/** A person's own, at the foot, so that they and what they are about are both seen. */
function paintBookmarks(pen: Pen, scene: Scene): void {
  const foot = STRIP.top + STRIP.height - 1
  for (const { seq, at } of scene.bookmarks) {
    const x = stripXOf(scene, at)
    pen.strength = seq <= scene.seq ? 1 : AHEAD_BOOKMARK
    pen.fill(new Path2D(`M${x - 3.5} ${foot - 10}h7v10l-3.500-3-3.500 3z`), pen.palette.text)
  }
  pen.strength = 1
}

function paintDensity(pen: Pen, scene: Scene, box: Box): void {
  const { density } = scene
  const highest = density.reduce((most, count) => Math.max(most, count), 0)
  const apart = box.width / density.length
  const reached = scene.seq > 0 ? stripReached(scene) : box.x
  const past = new Path2D()
  const ahead = new Path2D()
  density.forEach((count, index) => {
    if (count === 0) return
    const x = box.x + (index + 0.5) * apart
    const path = x <= reached ? past : ahead
    path.moveTo(x, box.y + box.height - 2)
    path.lineTo(x, box.y + box.height - 3.5 - TALLEST_PX * heightOf(count, highest))
  })
  pen.stroke(past, pen.palette.faintText, { width: 1.6, opacity: 0.75 })
  pen.stroke(ahead, pen.palette.faintText, { width: 1.6, opacity: AHEAD })
}

/** How high a bin is drawn, from 0 to 1: by the root, so that a flood does not flatten the rest. */
function heightOf(count: number, highest: number): number {
  return highest === 0 ? 0 : Math.sqrt(count / highest)
}

/** The stretch that the lanes show, where they do not show all: the rest is dimmed, its ends are grips. */
function paintWindow(pen: Pen, scene: Scene, box: Box): void {
  const place = windowPlace(scene)
  if (!place) return
  const { from, to } = place
  const shown = { x: from, y: box.y, width: to - from, height: box.height }
  pen.within(box, () => {
    const rest = new Path2D()
    rest.rect(box.x, box.y, from - box.x, box.height)
    rest.rect(to, box.y, box.x + box.width - to, box.height)
    pen.fill(rest, pen.palette.panel, 0.55)
    pen.stroke(roundedPath(halfIn(shown), 3), pen.palette.quietText)
  })
  for (const x of [from, to]) {
    const grip = { x: x - 2, y: box.y + 5, width: 4, height: box.height - 10 }
    pen.fill(roundedPath(grip, 2), pen.palette.quietText)
  }
}

function halfIn({ x, y, width, height }: Box): Box {
  return { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1 }
}

const MIDDLE = STRIP.top + 6
const FOOT = STRIP.top + STRIP.height
/** Closer than this, marks of one look are too many for their signs. */
const CROWDED_PX = 9

interface Look {
  readonly type: Mark['type']
  readonly isFailed?: boolean
  readonly color: (palette: Palette) => string
  /** How wide the lines of its sign are; absent where that is filled. */
  readonly line?: number
  /** How far down ticks stand in place of crowded signs; absent where there are never many. */
  readonly tickRow?: number
  readonly trace: (path: Path2D, x: number) => void
}

/** Errors last: nothing is to lie over them. */
const looks: readonly Look[] = [
  {
    type: 'end',
    color: ({ quietText }) => quietText,
    line: 1,
    trace: (path, x) => bar(path, x, 2),
  },
  {
    type: 'end',
    isFailed: true,
    color: ({ error }) => error,
    line: 1,
    trace: (path, x) => bar(path, x, 2),
  },
  { type: 'fork', color: ({ accent }) => accent, line: 2, trace: (path, x) => bar(path, x, 0) },
  { type: 'rewind', color: ({ accent }) => accent, line: 2, trace: (path, x) => bar(path, x, 0) },
  {
    type: 'compaction',
    color: ({ quietText }) => quietText,
    line: 1,
    tickRow: 12.5,
    trace: (path, x) =>
      shape(path, [x - 3, -4], [x - 3, 4], [x, 0], [x + 3, 4], [x + 3, -4], [x, 0]),
  },
  {
    type: 'edit',
    color: ({ accent }) => accent,
    tickRow: 9,
    trace: (path, x) => shape(path, [x, -4], [x + 4, 0], [x, 4], [x - 4, 0]),
  },
  {
    type: 'approval',
    color: ({ warn }) => warn,
    tickRow: 5.5,
    trace: (path, x) => {
      path.moveTo(x + 3.6, MIDDLE)
      path.arc(x, MIDDLE, 3.6, 0, 2 * Math.PI)
    },
  },
  {
    type: 'error',
    color: ({ error }) => error,
    tickRow: 2,
    trace: (path, x) => shape(path, [x, -4], [x + 4.5, 4], [x - 4.5, 4]),
  },
]

/**
 * What is worth finding again, in the overview: signs, and where those of one look would lie over
 * each other, ticks in a row of their own. All of one look are drawn at once, for there are thousands.
 */
function paintMarks(pen: Pen, scene: Scene): void {
  for (const look of looks) paintLook(pen, scene, look)
}

function paintLook(pen: Pen, scene: Scene, look: Look): void {
  const places = placesOf(scene, look)
  if (places.length === 0) return
  const color = look.color(pen.palette)
  for (const isAhead of [false, true]) {
    const { signs, ticks } = traceAll(look, places, isAhead)
    const opacity = isAhead ? AHEAD : 1
    if (look.line) pen.stroke(signs, color, { width: look.line, opacity })
    else pen.fill(signs, color, opacity)
    pen.fill(ticks, color, opacity)
  }
}

interface Place {
  readonly x: number
  readonly isAhead: boolean
}

/** Of marks at one place, one. */
function placesOf(scene: Scene, { type, isFailed = false }: Look): readonly Place[] {
  const places: Place[] = []
  let before = Number.NEGATIVE_INFINITY
  for (const mark of scene.marks) {
    if (mark.type !== type || (type === 'end' && (mark.outcome === 'error') !== isFailed)) continue
    const x = stripXOf(scene, mark.at)
    if (x - before < 1) continue
    before = x
    places.push({ x, isAhead: mark.seq > scene.seq })
  }
  return places
}

function traceAll({ tickRow, trace }: Look, places: readonly Place[], isAhead: boolean) {
  const signs = new Path2D()
  const ticks = new Path2D()
  places.forEach((place, index) => {
    const { x } = place
    if (place.isAhead !== isAhead) return
    const isCrowded = isNear(x, places[index - 1]) || isNear(x, places[index + 1])
    if (tickRow === undefined || !isCrowded) trace(signs, x)
    else ticks.rect(x - 1, STRIP.top + tickRow, 2, 3)
  })
  return { signs, ticks }
}

function isNear(x: number, other: Place | undefined): boolean {
  return other !== undefined && Math.abs(x - other.x) < CROWDED_PX
}

type Point = readonly [x: number, y: number]

/** Closed; heights from the middle of the marks. */
function shape(path: Path2D, [x, y]: Point, ...others: readonly Point[]): void {
  path.moveTo(x, MIDDLE + y)
  for (const [nextX, nextY] of others) path.lineTo(nextX, MIDDLE + nextY)
  path.closePath()
}

function bar(path: Path2D, x: number, insetPx: number): void {
  path.moveTo(x, STRIP.top + insetPx)
  path.lineTo(x, FOOT - insetPx)
}
