import type { ModelSpan, Span, ToolSpan } from '#shared/projections/spans.ts'
import { formatTokens } from '../../../ui/text/format.ts'
import type { Box } from '../model/scene.ts'
import { inset, linePath, type Pen, roundedPath } from './surface.ts'

const RADIUS = 3
const HATCH_PX = 7
const LABEL = { size: 10.5, weight: 500 } as const
/** No letter is narrower on average: what is longer than this allows is not measured. */
const NARROWEST_PX = 4
const TOOTH_PX = 3
/** In a lower block letters would touch its edges. */
const LEAST_LABELLED_PX = 12
const LEAST_DASHED_PX = 7
const LEAST_OUTLINED_PX = 6
const ERROR_TICK_PX = 3

export interface SpanPlace {
  /** The span's length in its lane; its height is the lane's without its margins. */
  readonly box: Box
  readonly hue: string
  /** It shares the lane's height with what was under way at the same time. */
  readonly isStacked?: boolean
  /** Where the first token came, for a model call. */
  readonly firstTokenX?: number | undefined
}

/** Draws a span as its type, effect and outcome ask for. */
export function paintSpan(pen: Pen, span: Span, place: SpanPlace) {
  if (span.outcome === 'interrupted') return paintTorn(pen, span, place)
  paintWhole(pen, span, place)
}

function paintWhole(pen: Pen, span: Span, place: SpanPlace) {
  if (span.type === 'wait') return paintWait(pen, span, place)
  if (span.outcome === 'denied') return paintDenied(pen, place)
  if (span.type === 'model') return paintModel(pen, span, place)
  if (span.subagentId) return paintTask(pen, place)
  if (span.outcome === 'error') return paintFailed(pen, span, place)
  paintTool(pen, span, place)
}

function paintModel(pen: Pen, span: ModelSpan, place: SpanPlace) {
  const { box, hue, firstTokenX } = place
  const path = roundedPath(box, RADIUS)
  if (span.outcome === 'error') return paintFailedAttempt(pen, box)
  const isSilent = firstTokenX === undefined && span.endedAt === undefined
  const strength = span.outcome === 'cancelled' || span.outcome === 'stopped' ? 0.5 : 0.95
  if (isSilent) return pen.fill(path, hue, 0.42)
  const silentPx = Math.min(box.width, Math.max(0, (firstTokenX ?? box.x) - box.x))
  const spoken = { ...box, x: box.x + silentPx, width: box.width - silentPx }
  pen.within({ ...box, width: silentPx }, () => pen.fill(path, hue, 0.5))
  pen.within(spoken, () => pen.fill(path, hue, strength))
  paintLabel(pen, modelLabels(span), { ...place, box: spoken })
}

/** A stub; one too narrow to show its dashes is filled, so that it is not lost between its neighbours. */
function paintFailedAttempt(pen: Pen, box: Box): void {
  const { error } = pen.palette
  const isNarrow = box.width < LEAST_DASHED_PX
  pen.fill(roundedPath(box, isNarrow ? 1 : RADIUS), error, isNarrow ? 1 : 0.12)
  if (isNarrow) return
  pen.stroke(roundedPath(inset(box, 0.5), RADIUS), error, { dash: [3, 2] })
}

function modelLabels({ title, tokens }: ModelSpan): string[] {
  return tokens ? [`${title} · ${formatTokens(tokens)}`, title] : [title]
}

function paintTool(pen: Pen, span: ToolSpan, place: SpanPlace) {
  const { box, hue } = place
  const opacity = span.outcome === 'cancelled' || span.outcome === 'stopped' ? 0.5 : 1
  switch (span.effect) {
    case 'edit':
      pen.fill(roundedPath(grow(place), RADIUS), pen.palette.accent, opacity)
      return paintLabel(pen, [span.title], place)
    case 'execute':
      paintHatched(pen, place, opacity)
      return paintLabel(pen, [span.title], place, 'cleared')
    case 'fetch':
      pen.stroke(roundedPath(inset(sliver(box), 0.5), 2), hue, { opacity, dash: [1.5, 2] })
      return paintLabel(pen, [span.title], place, 'cleared')
    case 'read':
      paintSliver(pen, place, opacity)
      return paintLabel(pen, [span.title], place, 'cleared')
  }
}

/** One too thin to have an inside is filled: its outline would be a ring. */
function paintSliver(pen: Pen, { box, hue }: SpanPlace, opacity: number): void {
  const shape = sliver(box)
  if (Math.min(shape.width, shape.height) < LEAST_OUTLINED_PX) {
    pen.fill(roundedPath(shape, 1), hue, 0.7 * opacity)
  } else pen.stroke(roundedPath(inset(shape, 0.5), 2), hue, { opacity })
}

function paintHatched(pen: Pen, { box, hue }: SpanPlace, opacity: number): void {
  const lines = new Path2D()
  for (let x = box.x - box.height; x < box.x + box.width; x += HATCH_PX) {
    lines.moveTo(x, box.y + box.height)
    lines.lineTo(x + box.height, box.y)
  }
  const outline = roundedPath(inset(box, 0.5), RADIUS)
  const { context } = pen
  context.save()
  context.clip(outline)
  pen.stroke(lines, hue, { width: 2, opacity: 0.6 * opacity })
  context.restore()
  pen.stroke(outline, hue, { opacity })
}

function paintTask(pen: Pen, { box, hue }: SpanPlace): void {
  const ring = new Path2D()
  ring.arc(box.x + 4, box.y + box.height / 2, 4, 0, 2 * Math.PI)
  pen.stroke(ring, hue, { width: 1.5 })
}

/** What waits is filled; what was decided is an outline, and a refusal ends it with its bar. */
function paintWait(pen: Pen, span: Span, { box }: SpanPlace): void {
  const { warn, overOpacity } = pen.palette
  const isOver = span.endedAt !== undefined
  if (!isOver) pen.fill(roundedPath(box, RADIUS), warn, 0.2)
  pen.stroke(roundedPath(inset(box, 0.5), RADIUS), warn, { opacity: isOver ? overOpacity : 1 })
  paintLabel(pen, [span.title], { box, hue: warn }, 'tinted')
  if (span.outcome === 'denied') paintBar(pen, { ...box, x: box.x + box.width })
}

/** A call that was refused has no length: what is drawn is the bar that stopped it. */
function paintDenied(pen: Pen, { box }: SpanPlace): void {
  paintBar(pen, box)
}

function paintBar(pen: Pen, box: Box): void {
  const bar = { x: box.x - 1, y: box.y - 2, width: 3, height: box.height + 4 }
  pen.fill(roundedPath(bar, 1.5), pen.palette.warn)
}

function paintFailed(pen: Pen, span: ToolSpan, place: SpanPlace): void {
  const { error } = pen.palette
  const box = span.effect === 'edit' ? grow(place) : place.box
  pen.fill(roundedPath(box, RADIUS), error, box.width < LEAST_DASHED_PX ? 0.8 : 0.28)
  pen.stroke(roundedPath(inset(box, 0.5), RADIUS), error)
  paintLabel(pen, [span.title], place, 'tinted')
}

/** Cut off by the end of its host: the right edge is torn. */
function paintTorn(pen: Pen, span: Span, place: SpanPlace): void {
  const { box } = place
  const { context } = pen
  const right = box.x + box.width
  const edge = new Path2D()
  edge.moveTo(box.x - 2, box.y - 3)
  edge.lineTo(right, box.y - 3)
  for (let y = box.y - 3, isIn = true; y <= box.y + box.height + 3; y += TOOTH_PX, isIn = !isIn) {
    edge.lineTo(isIn ? right : right - TOOTH_PX, y)
  }
  edge.lineTo(box.x - 2, box.y + box.height + 3)
  context.save()
  context.clip(edge)
  paintWhole(pen, span, place)
  context.restore()
}

/** Several spans too small to be told apart: the more there are, the denser. */
export function paintDense(
  pen: Pen,
  { box, hue }: SpanPlace,
  { count, hasEdit, hasError }: { count: number; hasEdit: boolean; hasError: boolean },
): void {
  const density = Math.min(1, count / Math.max(1, box.width))
  pen.fill(roundedPath(sliver(box), 1.5), hue, 0.3 + 0.45 * density)
  const foot = { ...box, y: box.y + box.height - 1, height: 2 }
  if (hasEdit) pen.fill(roundedPath(foot, 1), pen.palette.accent)
  if (!hasError) return
  const tick = { ...box, y: box.y - ERROR_TICK_PX, height: ERROR_TICK_PX }
  pen.fill(roundedPath(box, 1.5), pen.palette.error, 0.35)
  pen.fill(roundedPath(tick, 1), pen.palette.error)
}

/** A `tinted` block lets the panel through; in one that is `cleared`, lines are kept off the words. */
type Ground = 'filled' | 'tinted' | 'cleared'

/** The longest label that fits, or none. */
function paintLabel(
  pen: Pen,
  labels: readonly string[],
  { box }: SpanPlace,
  ground: Ground = 'filled',
): void {
  if (box.height < LEAST_LABELLED_PX) return
  for (const label of labels) {
    if (label.length * NARROWEST_PX + 14 > box.width) continue
    const width = pen.widthOf(label, LABEL)
    if (width + 14 > box.width) continue
    if (ground === 'cleared') clear(pen, { ...box, x: box.x + 4, width: width + 6 })
    const color = ground === 'filled' ? pen.palette.panel : pen.palette.text
    pen.text(label, box.x + 7, box.y + box.height / 2 + 3.5, { ...LABEL, color })
    return
  }
}

function clear(pen: Pen, { x, y, width, height }: Box): void {
  pen.fill(roundedPath({ x, y: y + 1, width, height: height - 2 }, 2), pen.palette.panel)
}

/** Through the middle of a lane. */
export interface Line {
  readonly y: number
  readonly hue: string
}

/** Where waiting is drawn: a dotted line through the middle of the lane. */
export function paintWaiting(pen: Pen, from: number, to: number, { y, hue }: Line): void {
  pen.stroke(linePath(from, y, to, y), hue, { opacity: 0.7, dash: [2, 3] })
}

function sliver({ x, y, width, height }: Box): Box {
  const by = height < LEAST_LABELLED_PX ? 1 : 3
  return { x, y: y + by, width, height: height - 2 * by }
}

/** In a shared lane there is no room to be taller in. */
function grow({ box: { x, y, width, height }, isStacked }: SpanPlace): Box {
  const by = isStacked ? 0 : 2
  return { x: x - 1, y: y - by, width: width + 2, height: height + 2 * by }
}
