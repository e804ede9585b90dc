import type { Lane, Pause } from '#shared/projections/lanes.ts'
import { tellRest } from '../../../session/agents/format-agent.ts'
import { restsOf, type Stretch, workIn } from '../model/idle-periods.ts'
import { axisAt, GUTTER, plotWidth, type Scene, xOf } from '../model/scene.ts'
import { type Line, paintWaiting } from './paint-span.ts'
import { linePath, type Pen } from './surface.ts'

const LABEL = { size: 10.5, weight: 400 } as const
/** A line that is left beside its words. */
const LEAST_LINE_PX = 12
const GAP_PX = 6
const MOON_PX = 4
/** What is shorter is no wait that anybody saw. */
const NARROWEST_PX = 3

interface RestPlace extends Line {
  /** Of the lane's blocks. */
  readonly height: number
}

/** A lane while its agent is not at work: asleep a line, waiting for a place a dotted one. */
export function paintRests(pen: Pen, scene: Scene, lane: Lane, place: RestPlace): void {
  const right = GUTTER + plotWidth(scene.width)
  for (const rest of restsOf(lane, scene.endAt)) {
    const from = Math.max(GUTTER, xOf(scene, rest.from))
    const end = xOf(scene, rest.to)
    const to = Math.min(right, end)
    if (to - from >= NARROWEST_PX) paintRest(pen, rest, { y: place.y, hue: place.hue, from, to })
    const wakes = rest.reason === 'asleep' && rest.to < scene.endAt
    if (wakes && end >= GUTTER && end <= right) paintWaking(pen, end, place)
  }
}

interface RestLine extends Stretch, Line {}

function paintRest(pen: Pen, { reason }: Pause, { from, to, y, hue }: RestLine): void {
  const line = reason === 'over' ? from : paintWords(pen, reason, { from, to, y })
  const dash = reason === 'queued' ? [2, 3] : []
  const opacity = reason === 'over' ? 0.25 : 0.7
  pen.stroke(linePath(line, y, to - 2, y), hue, { opacity, dash })
}

/** Answers where the line begins: behind the words, where they fit. */
function paintWords(
  pen: Pen,
  reason: Pause['reason'],
  { from, to, y }: Omit<RestLine, 'hue'>,
): number {
  const words = tellRest(reason)
  const moon = reason === 'asleep' ? 2 * MOON_PX + 4 : 0
  const color = pen.palette.quietText
  const start = from + GAP_PX
  const width = moon + pen.widthOf(words, LABEL)
  if (moon && start + moon + LEAST_LINE_PX <= to) pen.fill(moonPath(start + MOON_PX, y), color)
  if (start + width + GAP_PX + LEAST_LINE_PX <= to) {
    pen.text(words, start + moon, y + 3.5, { ...LABEL, color })
    return start + width + GAP_PX
  }
  return moon && start + moon + LEAST_LINE_PX <= to ? start + moon : from + 1
}

/** A waning moon, open to the right. */
function moonPath(x: number, y: number): Path2D {
  const path = new Path2D()
  path.arc(x, y, MOON_PX, -1.2, 0.9, true)
  path.arc(x + 2.2, y - 1, MOON_PX * 0.8, 1.35, -1.75, false)
  path.closePath()
  return path
}

/** A bar over the whole lane, with a dot on it: here it was woken. */
function paintWaking(pen: Pen, x: number, { y, height, hue }: RestPlace): void {
  const top = y - height / 2 - 3
  const dot = new Path2D()
  dot.arc(x, top, 2.5, 0, 2 * Math.PI)
  pen.fill(dot, hue)
  pen.stroke(linePath(x, top, x, y + height / 2 + 1), hue, { width: 1.5 })
}

/** Shorter gaps are the host's own work between two calls. */
const LEAST_WAIT_MS = 500
const LEAST_WAIT_PX = 8

/** Between two x of a lane in which no call is under way: an agent at work waits for others there. */
export function paintGap(
  pen: Pen,
  scene: Scene,
  { lane, from, to, y, hue }: RestLine & { readonly lane: Lane },
): void {
  if (to - from < LEAST_WAIT_PX) return
  const gap = { from: timeAt(scene, from), to: timeAt(scene, to) }
  for (const wait of workIn(lane, gap)) {
    if (wait.to - wait.from < LEAST_WAIT_MS) continue
    paintWaiting(pen, xOf(scene, wait.from) + 2, xOf(scene, wait.to) - 2, { y, hue })
  }
}

function timeAt(scene: Scene, x: number): number {
  return scene.axis.toTime(axisAt(scene, scene.window, x))
}
