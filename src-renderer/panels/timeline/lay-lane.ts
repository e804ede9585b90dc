import type { Span } from '#shared/projections/spans.ts'
import { lastBefore } from './axis.ts'
import type { LaneRow } from './lane-rows.ts'
import { GUTTER, plotWidth, type Scene, xOf } from './scene.ts'

/** Below this width spans that touch are drawn together. */
export const NARROW_PX = 3

/** What is drawn at one place of a lane: a span, or several too small to be told apart. */
export interface Laid {
  readonly x: number
  readonly width: number
  readonly first: Span
  readonly last: Span
  readonly count: number
  readonly hasEdit: boolean
  readonly hasError: boolean
}

/** Goes through what can be seen of a lane, from the left. */
export function layLane(scene: Scene, { lane }: LaneRow, visit: (laid: Laid) => void): void {
  const spans = scene.index.spansOf(lane.agentId)
  const left = scene.axis.toTime(scene.window.from)
  const right = GUTTER + plotWidth(scene.width)
  const gathered = new Gathering(visit)
  for (let at = scene.index.firstReaching(lane.agentId, left); at < spans.length; at += 1) {
    const span = spans[at]
    if (!span) break
    const x = xOf(scene, span.startedAt)
    if (x > right) break
    const end = xOf(scene, span.endedAt ?? Math.max(scene.endAt, span.startedAt))
    if (end < GUTTER) continue
    gathered.add(span, x, end - x)
  }
  gathered.flush()
}

/** Holds back narrow spans until it is known whether the next one touches them. */
class Gathering {
  readonly #visit: (laid: Laid) => void
  #held: Laid | undefined

  constructor(visit: (laid: Laid) => void) {
    this.#visit = visit
  }

  add(span: Span, x: number, width: number): void {
    const held = this.#held
    if (width < NARROW_PX && held && x <= held.x + held.width + 1 && !isTask(span)) {
      this.#held = join(held, span, Math.max(held.width, x + width - held.x))
      return
    }
    this.flush()
    const laid = single(span, x, width)
    if (width < NARROW_PX && !isTask(span)) this.#held = laid
    else this.#visit(laid)
  }

  flush(): void {
    if (this.#held) this.#visit(this.#held)
    this.#held = undefined
  }
}

function single(span: Span, x: number, width: number): Laid {
  const hasEdit = span.type === 'tool' && span.effect === 'edit'
  const hasError = span.outcome === 'error'
  return {
    x,
    width: Math.max(NARROW_PX, width),
    first: span,
    last: span,
    count: 1,
    hasEdit,
    hasError,
  }
}

function join(held: Laid, span: Span, width: number): Laid {
  const { hasEdit, hasError } = single(span, 0, 0)
  return {
    ...held,
    width: Math.max(NARROW_PX, width),
    last: span,
    count: held.count + 1,
    hasEdit: held.hasEdit || hasEdit,
    hasError: held.hasError || hasError,
  }
}

export function isTask(span: Span): boolean {
  return span.type === 'tool' && span.subagentId !== undefined
}

/** The span of a lane nearest to `at` among those drawn together. */
export function nearestIn(scene: Scene, laid: Laid, at: number): Span {
  if (laid.count === 1) return laid.first
  const spans = scene.index.spansOf(laid.first.agentId)
  const index = lastBefore(spans, (span) => span.startedAt <= at)
  return spans[Math.max(0, index)] ?? laid.first
}
