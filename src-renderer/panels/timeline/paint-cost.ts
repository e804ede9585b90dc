import type { CostPoint } from '#shared/projections/timeline.ts'
import { lastBefore } from './axis.ts'
import type { Pen } from './pen.ts'
import { GUTTER, lanesBox, plotWidth, type Scene, xOf } from './scene.ts'

const TALLEST_PX = 22
const BELOW_LANES_PX = 30

/** What was spent up to each moment, as far as the playhead. */
export function paintCost(pen: Pen, scene: Scene): void {
  const lanes = lanesBox(scene)
  const base = lanes.y + lanes.height + BELOW_LANES_PX
  pen.text('cost so far', 14, base - 4, { color: pen.palette.faintText })
  const highest = scene.cost.at(-1)?.costUsd ?? 0
  if (highest === 0) return
  const { line, area } = curveOf(scene, base, (costUsd) => base - (costUsd / highest) * TALLEST_PX)
  const box = {
    x: GUTTER,
    y: base - TALLEST_PX - 2,
    width: plotWidth(scene.width),
    height: TALLEST_PX + 4,
  }
  pen.within(box, () => {
    pen.fill(area, pen.palette.accentSoft)
    pen.stroke(line, pen.palette.curve, { width: 1.3 })
  })
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
