import { formatDuration } from '../../../ui/text/format.ts'
import { type Axis, type Break, stepOf, type TimeWindow } from '../model/axis.ts'
import type { FoldPlace } from '../model/scene.ts'

/** What is written at one place of the ruler, and the pixels it takes there. */
interface RulerLabel {
  readonly from: number
  readonly to: number
  /** A fold's sign stands at `from`. */
  readonly isFold: boolean
  /** Empty where there is nothing but the sign. */
  readonly text: string
  readonly textX: number
}

interface RulerTexts {
  /** Times and where they are to begin, from the left. */
  readonly ticks: readonly { readonly x: number; readonly text: string }[]
  readonly folds: readonly FoldPlace[]
  /** Where the ruler ends. */
  readonly right: number
  readonly widthOf: (text: string) => number
}

export const SIGN_PX = 8
/** How far any two of them are from each other, at least. */
export const APART_PX = 8

/**
 * What the ruler says, apart from each other: how long folds were where they are wide enough, the
 * longest first, then times, then the signs of the other folds where there is room left.
 */
export function rulerLabels({ ticks, folds, right, widthOf }: RulerTexts): readonly RulerLabel[] {
  const longest = folds.toSorted((a, b) => lengthOf(b) - lengthOf(a))
  const told = longest.flatMap((place) => tellFold(place, widthOf))
  const times = ticks.map(({ x, text }): RulerLabel => {
    return { from: x, to: x + widthOf(text), isFold: false, text, textX: x }
  })
  const inside = times.filter(({ to }) => to <= right)
  return chooseApart([...told, ...inside, ...folds.map(toSign)])
}

function lengthOf({ fold }: FoldPlace): number {
  return fold.to - fold.from
}

/** Sign and duration, around the middle of the fold. */
function tellFold(
  place: FoldPlace,
  widthOf: RulerTexts['widthOf'],
): readonly [] | readonly [RulerLabel] {
  const { x, width } = place
  if (width <= 3 * SIGN_PX) return []
  const text = formatDuration(lengthOf(place))
  const textPx = widthOf(text)
  if (width <= textPx + 3 * SIGN_PX) return []
  const textX = x + (SIGN_PX - textPx) / 2
  return [{ from: textX - 1.5 * SIGN_PX, to: textX + textPx, isFold: true, text, textX }]
}

function toSign({ x }: FoldPlace): RulerLabel {
  return { from: x - SIGN_PX / 2, to: x + SIGN_PX / 2, isFold: true, text: '', textX: x }
}

/** Each that is apart from all that were chosen before it. */
function chooseApart(wished: readonly RulerLabel[]): readonly RulerLabel[] {
  const chosen: RulerLabel[] = []
  for (const one of wished) {
    if (chosen.every((other) => isApart(one, other))) chosen.push(one)
  }
  return chosen
}

function isApart(one: RulerLabel, other: RulerLabel): boolean {
  return one.to + APART_PX <= other.from || other.to + APART_PX <= one.from
}

interface Tick {
  /** Where it is, in milliseconds of the axis. */
  readonly axisMs: number
  /** What it says: milliseconds since the first run began, what was folded included. */
  readonly elapsedMs: number
}

interface RulerTicks {
  /** Between two ticks of the same stretch. */
  readonly stepMs: number
  readonly ticks: readonly Tick[]
}

interface Ruled {
  readonly axis: Axis
  readonly window: TimeWindow
  readonly widthPx: number
  /** How far the session has come, in milliseconds since the epoch. */
  readonly endAt: number
}

const TICKS_APART_PX = 96

/** Round times of what is in view, far enough from each other where nothing is folded between them. */
export function ticksOf(ruled: Ruled): RulerTicks {
  const { axis, window, widthPx } = ruled
  const stepMs = stepOf(window, widthPx, TICKS_APART_PX)
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
