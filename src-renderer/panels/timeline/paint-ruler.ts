import { LONGEST_IDLE_MS } from './axis.ts'
import { linePath, type Pen } from './pen.ts'
import { GUTTER, lanesBox, plotWidth, RULER, type Scene, xIn } from './scene.ts'
import { formatAxisTime, ticksOf } from './time-window.ts'

const BASELINE = RULER.top + 17
const LABEL_PX = 30

/** Times above the lanes and a line down through them; a break where idle time was left out. */
export function paintRuler(pen: Pen, scene: Scene): void {
  const lanes = lanesBox(scene)
  const ticks = ticksOf(scene.window, lanes.width)
  const stepMs = (ticks[1] ?? 0) - (ticks[0] ?? 0) || undefined
  const right = GUTTER + plotWidth(scene.width)
  for (const tick of ticks) {
    const x = Math.round(xIn(scene, scene.window, tick)) + 0.5
    pen.stroke(linePath(x, RULER.top + 6, x, lanes.y + lanes.height + 6), pen.palette.line)
    if (x + LABEL_PX > right) continue
    pen.text(formatAxisTime(tick, stepMs), x + 5, BASELINE, {
      color: pen.palette.faintText,
      size: 10.5,
    })
  }
  paintBreaks(pen, scene)
}

function paintBreaks(pen: Pen, scene: Scene): void {
  const { y, height } = lanesBox(scene)
  for (const one of scene.axis.breaks) {
    const from = scene.axis.toAxis(one.from)
    const x = xIn(scene, scene.window, from + LONGEST_IDLE_MS / 2)
    if (x < GUTTER || x > GUTTER + plotWidth(scene.width) || one.to > scene.endAt) continue
    const { faintText, panel } = pen.palette
    pen.stroke(linePath(x, RULER.top + 20, x, y + height), faintText, {
      opacity: 0.6,
      dash: [1, 4],
    })
    pen.fill(new Path2D(`M${x - 4} ${BASELINE - 9}h8v10h-8z`), panel)
    pen.stroke(new Path2D(`M${x - 4} ${BASELINE}l3-8M${x + 1} ${BASELINE}l3-8`), faintText)
  }
}
