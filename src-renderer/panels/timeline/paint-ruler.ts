import { formatElapsed } from '../../ui/format.ts'
import { linePath, type Pen } from './pen.ts'
import { rulerLabels, SIGN_PX } from './ruler-labels.ts'
import { ticksOf } from './ruler-ticks.ts'
import {
  costBox,
  foldPlaces,
  GUTTER,
  lanesBox,
  plotWidth,
  RULER,
  type Scene,
  xIn,
} from './scene.ts'

const BASELINE = RULER.top + 17
const LABEL = { size: 10.5 } as const
/** From a tick's line to its text. */
const BESIDE_PX = 5

/** Elapsed times above the lanes and a line down through them; a sign where time was folded. */
export function paintRuler(pen: Pen, scene: Scene): void {
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
