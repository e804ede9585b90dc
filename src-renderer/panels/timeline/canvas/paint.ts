import { lastBefore } from '#shared/lib/binary-search.ts'
import type { CostPoint } from '#shared/projections/timeline.ts'
import { formatCost, formatElapsed } from '../../../ui/text/format.ts'
import {
  costBox,
  foldPlaces,
  GUTTER,
  lanesBox,
  plotWidth,
  RULER,
  type Scene,
  STRIP,
  stripXOf,
  xIn,
  xOf,
} from '../model/scene.ts'
import { Pictures } from './cached-layers.ts'
import { paintGrounds, paintLanes, paintOpen, paintPicked } from './paint-lanes.ts'
import { paintStrip } from './paint-strip.ts'
import { rulerLabels, SIGN_PX, ticksOf } from './ruler.ts'
import { linePath, type Palette, type Pen } from './surface.ts'

/** Draws the timeline; where the playhead alone has moved, from pictures. */
export function createPaint(): (pen: Pen, scene: Scene) => void {
  const pictures = new Pictures({ paintGround, paintAll })
  return (pen, scene) => {
    pen.strength = 1
    pen.context.clearRect(0, 0, scene.width, scene.height)
    const copied = scene.isLive ? undefined : pictures.copy(pen, scene)
    if (copied) paintOpen(pen, scene, copied.bare)
    else paintAll(pen, scene)
    paintPicked(pen, scene)
    paintSpent(pen, scene)
    paintPlayhead(pen, scene)
  }
}

function paintAll(pen: Pen, scene: Scene): void {
  paintGround(pen, scene)
  paintLanes(pen, scene)
  paintCost(pen, scene)
  paintStrip(pen, scene)
}

function paintGround(pen: Pen, scene: Scene): void {
  paintRuler(pen, scene)
  paintGrounds(pen, scene)
}

/** Green while a run is watched, quiet at the end of one that is over, brass in the past. */
export function colorOfPlayhead(
  palette: Pick<Palette, 'ok' | 'quietText' | 'accent'>,
  { isLive, isGrowing }: Pick<Scene, 'isLive' | 'isGrowing'>,
): string {
  if (!isLive) return palette.accent
  return isGrowing ? palette.ok : palette.quietText
}

/** Its handle is in the overview. */
function paintPlayhead(pen: Pen, scene: Scene): void {
  const color = colorOfPlayhead(pen.palette, scene)
  const at = scene.isLive ? scene.endAt : scene.at
  const handle = stripXOf(scene, at)
  const x = xOf(scene, at)
  const cost = costBox(scene)
  const bottom = cost.y + cost.height + 2
  pen.stroke(linePath(handle, STRIP.top, handle, STRIP.top + STRIP.height), color, { width: 1.5 })
  if (x >= GUTTER - 1 && x <= GUTTER + plotWidth(scene.width) + 1) {
    const top = Math.abs(x - handle) < 1 ? STRIP.top : RULER.top + 2
    pen.stroke(linePath(x, top, x, bottom), color, { width: 1.5 })
  }
  pen.fill(new Path2D(`M${handle - 6} ${STRIP.top - 4}h12v7l-6 6-6-6z`), color)
}

const BASELINE = RULER.top + 17
const LABEL = { size: 10.5 } as const
/** From a tick's line to its text. */
const BESIDE_PX = 5

/** Elapsed times above the lanes and a line down through them; a sign where time was folded. */
function paintRuler(pen: Pen, scene: Scene): void {
  const { palette } = pen
  const { y, height } = costBox(scene)
  const ticks = placedTicks(scene)
  const folds = foldPlaces(scene)
  for (const { lineX } of ticks) {
    pen.stroke(linePath(lineX, RULER.top + 6, lineX, y + height), palette.line)
  }
  for (const { x } of folds) {
    const line = linePath(x, RULER.top + 20, x, y + height)
    pen.stroke(line, palette.faintText, { opacity: 0.6, dash: [1, 4] })
  }
  const right = GUTTER + plotWidth(scene.width)
  const widthOf = (text: string) => pen.widthOf(text, LABEL)
  for (const { from, isFold, text, textX } of rulerLabels({ ticks, folds, right, widthOf })) {
    if (isFold) pen.stroke(signPath(from), palette.quietText)
    pen.text(text, textX, BASELINE, { color: palette.quietText, ...LABEL })
  }
}

function placedTicks(scene: Scene) {
  const { axis, window, endAt } = scene
  const { ticks, stepMs } = ticksOf({ axis, window, widthPx: lanesBox(scene).width, endAt })
  return ticks.map(({ axisMs, elapsedMs }) => {
    const lineX = Math.round(xIn(scene, window, axisMs)) + 0.5
    return { lineX, x: lineX + BESIDE_PX, text: formatElapsed(elapsedMs, stepMs) }
  })
}

/** Two strokes, as wide as a sign is. */
function signPath(x: number): Path2D {
  return new Path2D(`M${x} ${BASELINE}l3-${SIGN_PX}M${x + 5} ${BASELINE}l3-${SIGN_PX}`)
}

/** How far names and figures end before the plot. */
const FIGURE_END = GUTTER - 14

/** How much it was at the playhead. */
function paintSpent(pen: Pen, scene: Scene): void {
  const { y, height } = costBox(scene)
  const color = pen.palette.quietText
  pen.text(spentIn(scene), FIGURE_END, y + height - 4, { color, align: 'right' })
}

/** What was spent up to each moment, as far as the playhead. */
function paintCost(pen: Pen, scene: Scene): void {
  const box = costBox(scene)
  const base = box.y + box.height
  pen.text('cost so far', 14, base - 4, { color: pen.palette.quietText })
  const highest = scene.cost.at(-1)?.costUsd ?? 0
  const tallest = box.height - 2
  const yOf = (costUsd: number) => base - (highest === 0 ? 0 : (costUsd / highest) * tallest)
  const { line, area } = curveOf(scene, base, yOf)
  pen.within({ ...box, height: box.height + 2 }, () => {
    pen.fill(area, pen.palette.accentSoft)
    if (highest === 0) pen.stroke(line, pen.palette.strongLine)
    else pen.stroke(line, pen.palette.curve, { width: 1.3 })
  })
}

/** At the playhead; nothing before the first call has ended. */
function spentIn({ cost, rows, at, endAt, isLive }: Scene): string {
  const until = isLive ? endAt : at
  const spent = cost[lastBefore(cost, (point) => point.at <= until)]
  if (!spent) return ''
  return formatCost(spent.costUsd, rows.filter(({ lane }) => lane.unpricedCalls > 0).length)
}

/** Steps, at most one a pixel; from the last one left of the view. */
function curveOf(scene: Scene, base: number, yOf: (costUsd: number) => number) {
  const { cost, axis, window } = scene
  const at = scene.isLive ? scene.endAt : scene.at
  const left = axis.toTime(window.from)
  const first = Math.max(
    0,
    lastBefore(cost, (point) => point.at <= left),
  )
  const line = new Path2D()
  const start = Math.min(xOf(scene, cost[first]?.at ?? left), GUTTER)
  let y = first > 0 ? yOf(cost[first]?.costUsd ?? 0) : base
  line.moveTo(start, y)
  let x = start
  for (const point of pointsBetween(cost, first, at)) {
    const next = xOf(scene, point.at)
    line.lineTo(next, y)
    y = yOf(point.costUsd)
    if (next - x >= 1) line.lineTo(next, y)
    x = next
  }
  const end = Math.max(x, xOf(scene, at))
  line.lineTo(x, y)
  line.lineTo(end, y)
  const area = new Path2D(line)
  area.lineTo(end, base)
  area.lineTo(start, base)
  area.closePath()
  return { line, area }
}

function* pointsBetween(
  cost: readonly CostPoint[],
  first: number,
  at: number,
): Generator<CostPoint> {
  for (let index = first; index < cost.length; index += 1) {
    const point = cost[index]
    if (!point || point.at > at) return
    yield point
  }
}
