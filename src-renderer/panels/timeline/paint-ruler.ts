import { formatDuration, formatElapsed } from '../../ui/format.ts'
import { linePath, type Pen } from './pen.ts'
import { ticksOf } from './ruler-ticks.ts'
import {
  costBox,
  type FoldPlace,
  foldPlaces,
  GUTTER,
  lanesBox,
  plotWidth,
  RULER,
  type Scene,
  xIn,
} from './scene.ts'

const BASELINE = RULER.top + 17
const LABEL_PX = 30
const FOLD_LABEL = { size: 10.5 } as const
/** How much of a fold its sign takes. */
const SIGN_PX = 8

/** Elapsed times above the lanes and a line down through them; a sign where time was folded. */
export function paintRuler(pen: Pen, scene: Scene): void {
  const lanes = lanesBox(scene)
  const { axis, window, endAt } = scene
  const { ticks, stepMs } = ticksOf({ axis, window, widthPx: lanes.width, endAt })
  const cost = costBox(scene)
  const foot = cost.y + cost.height
  const right = GUTTER + plotWidth(scene.width)
  const folds = foldPlaces(scene)
  let written = Number.NEGATIVE_INFINITY
  for (const { axisMs, elapsedMs } of ticks) {
    const x = Math.round(xIn(scene, window, axisMs)) + 0.5
    pen.stroke(linePath(x, RULER.top + 6, x, foot), pen.palette.line)
    const isInTheWay = folds.some((one) => one.x > x - SIGN_PX && one.x < x + LABEL_PX + SIGN_PX)
    if (x + LABEL_PX > right || x < written || isInTheWay) continue
    const text = formatElapsed(elapsedMs, stepMs)
    pen.text(text, x + 5, BASELINE, { color: pen.palette.quietText, ...FOLD_LABEL })
    written = x + pen.widthOf(text, FOLD_LABEL) + 12
  }
  for (const place of folds) paintFold(pen, scene, place)
}

/** How long it was is written beside the sign where that fits. */
function paintFold(pen: Pen, scene: Scene, { fold, x, width }: FoldPlace): void {
  const { y, height } = costBox(scene)
  const { faintText, quietText } = pen.palette
  const line = linePath(x, RULER.top + 20, x, y + height)
  pen.stroke(line, faintText, { opacity: 0.6, dash: [1, 4] })
  const text = formatDuration(fold.to - fold.from)
  const textPx = pen.widthOf(text, FOLD_LABEL)
  const isWritten = width > textPx + 3 * SIGN_PX
  const left = isWritten ? x - (textPx + SIGN_PX) / 2 : x
  pen.stroke(new Path2D(`M${left - 4} ${BASELINE}l3-8M${left + 1} ${BASELINE}l3-8`), quietText)
  if (isWritten) pen.text(text, left + SIGN_PX, BASELINE, { color: quietText, ...FOLD_LABEL })
}
