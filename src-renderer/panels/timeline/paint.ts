import { paintCost, paintSpent } from './paint-cost.ts'
import { paintGrounds, paintLanes, paintOpen, paintPicked } from './paint-lanes.ts'
import { paintRuler } from './paint-ruler.ts'
import { paintStrip } from './paint-strip.ts'
import type { Palette } from './palette.ts'
import type { Pen } from './pen.ts'
import { linePath } from './pen.ts'
import { Pictures } from './pictures.ts'
import { costBox, GUTTER, plotWidth, RULER, type Scene, STRIP, stripXOf, xOf } from './scene.ts'

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
