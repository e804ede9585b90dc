import { lastBefore } from '#shared/lib/last-before.ts'
import type { CostPoint } from '#shared/projections/timeline.ts'
import { formatCost } from '../../ui/format.ts'
import type { Pen } from './pen.ts'
import { costBox, GUTTER, type Scene, xOf } from './scene.ts'

/** How far names and figures end before the plot. */
const FIGURE_END = GUTTER - 14

/** How much it was at the playhead. */
export function paintSpent(pen: Pen, scene: Scene): void {
  const { y, height } = costBox(scene)
  const color = pen.palette.quietText
  pen.text(spentIn(scene), FIGURE_END, y + height - 4, { color, align: 'right' })
}

/** What was spent up to each moment, as far as the playhead. */
export function paintCost(pen: Pen, scene: Scene): void {
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
