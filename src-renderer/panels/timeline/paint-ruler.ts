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
  const breaks = breakXs(scene)
  for (const tick of ticks) {
    const x = Math.round(xIn(scene, scene.window, tick)) + 0.5
    pen.stroke(linePath(x, RULER.top + 6, x, lanes.y + lanes.height + 6), pen.palette.line)
    const isInTheWay = breaks.some((one) => one > x - 8 && one < x + LABEL_PX + 8)
    if (x + LABEL_PX > right || isInTheWay) continue
    pen.text(formatAxisTime(tick, stepMs), x + 5, BASELINE, {
      color: pen.palette.quietText,
      size: 10.5,
    })
  }
  for (const x of breaks) paintBreak(pen, scene, x)
}

/** In the middle of what is left of each idle time. */
function breakXs(scene: Scene): number[] {
  return scene.axis.breaks.flatMap(({ from, to }) => {
    const x = xIn(scene, scene.window, scene.axis.toAxis(from) + LONGEST_IDLE_MS / 2)
    const isSeen = x >= GUTTER && x <= GUTTER + plotWidth(scene.width) && to <= scene.endAt
    return isSeen ? x : []
  })
}

function paintBreak(pen: Pen, scene: Scene, x: number): void {
  const { y, height } = lanesBox(scene)
  const { faintText } = pen.palette
  const line = linePath(x, RULER.top + 20, x, y + height)
  pen.stroke(line, faintText, { opacity: 0.6, dash: [1, 4] })
  pen.stroke(new Path2D(`M${x - 4} ${BASELINE}l3-8M${x + 1} ${BASELINE}l3-8`), faintText)
}
