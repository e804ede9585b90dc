import { paintCost } from './paint-cost.ts'
import { paintLanes } from './paint-lanes.ts'
import { paintRuler } from './paint-ruler.ts'
import { paintStrip } from './paint-strip.ts'
import type { Pen } from './pen.ts'
import { linePath } from './pen.ts'
import { costBox, GUTTER, plotWidth, RULER, type Scene, STRIP, stripXOf, xOf } from './scene.ts'

/** Draws the whole timeline anew. */
export function paint(pen: Pen, scene: Scene): void {
  pen.strength = 1
  pen.context.clearRect(0, 0, scene.width, scene.height)
  paintRuler(pen, scene)
  paintLanes(pen, scene)
  paintCost(pen, scene)
  paintStrip(pen, scene)
  paintPlayhead(pen, scene)
}

/** Green where the session is live, brass in its past; its handle is in the overview. */
function paintPlayhead(pen: Pen, scene: Scene): void {
  const color = scene.isLive ? pen.palette.ok : pen.palette.accent
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
