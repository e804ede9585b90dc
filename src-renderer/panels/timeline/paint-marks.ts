import type { Mark } from '#shared/projections/timeline.ts'
import type { Palette } from './palette.ts'
import type { Pen } from './pen.ts'
import { type Scene, STRIP, stripXOf } from './scene.ts'

const AHEAD = 0.3
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
export function paintMarks(pen: Pen, scene: Scene): void {
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
