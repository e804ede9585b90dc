import type { Axis, Break } from './axis.ts'
import { stepOf, type TimeWindow } from './time-window.ts'

export interface Tick {
  /** Where it is, in milliseconds of the axis. */
  readonly axisMs: number
  /** What it says: milliseconds since the first run began, what was folded included. */
  readonly elapsedMs: number
}

export interface RulerTicks {
  /** Between two ticks of the same stretch. */
  readonly stepMs: number
  readonly ticks: readonly Tick[]
}

export interface Ruled {
  readonly axis: Axis
  readonly window: TimeWindow
  readonly widthPx: number
  /** How far the session has come, in milliseconds since the epoch. */
  readonly endAt: number
}

const APART_PX = 96

/** Round times of what is in view, far enough from each other where nothing is folded between them. */
export function ticksOf(ruled: Ruled): RulerTicks {
  const { axis, window, widthPx } = ruled
  const stepMs = stepOf(window, widthPx, APART_PX)
  const ticks = stretchesOf(ruled).flatMap(({ from, to }) => {
    const first = Math.ceil((from - axis.origin) / stepMs)
    const last = Math.floor((to - axis.origin) / stepMs)
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
      const elapsedMs = (first + index) * stepMs
      return { axisMs: axis.toAxis(axis.origin + elapsedMs), elapsedMs }
    })
  })
  return { stepMs, ticks }
}

/**
 * The times in view of which nothing is folded. Behind a fold that still grows there are none: what
 * comes then has no place yet.
 */
function stretchesOf({ axis, window, endAt }: Ruled): readonly Break[] {
  const end = axis.toTime(window.to)
  const stretches: Break[] = []
  let from = window.from <= 0 ? axis.origin : axis.toTime(window.from)
  for (const fold of axis.breaks) {
    if (fold.to <= from) continue
    if (fold.from >= end) break
    stretches.push({ from, to: fold.from })
    from = fold.to
  }
  const isGrowing = from >= endAt && axis.breaks.at(-1)?.to === from
  if (!isGrowing) stretches.push({ from, to: end })
  return stretches
}
