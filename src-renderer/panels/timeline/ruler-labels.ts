import { formatDuration } from '../../ui/format.ts'
import type { FoldPlace } from './scene.ts'

/** What is written at one place of the ruler, and the pixels it takes there. */
export interface RulerLabel {
  readonly from: number
  readonly to: number
  /** A fold's sign stands at `from`. */
  readonly isFold: boolean
  /** Empty where there is nothing but the sign. */
  readonly text: string
  readonly textX: number
}

export interface RulerTexts {
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
