import type { StepRow } from '#shared/compare/compare-runs.ts'

/** A line of the list: a row by its index, or rows that are alike and folded into one. */
export type Line =
  | { readonly type: 'row'; readonly index: number }
  | { readonly type: 'fold'; readonly from: number; readonly to: number }

/** Fewer rows than this are not worth a fold. */
const LEAST_FOLDED = 4
/** What stands beside a difference is shown with it. */
const CONTEXT = 1

/** The rows with long stretches of alike ones folded; `opened` are the folds, by their first row, that are not. */
export function listLines(rows: readonly StepRow[], opened: ReadonlySet<number>): readonly Line[] {
  const lines: Line[] = []
  for (let index = 0; index < rows.length; ) {
    const to = endOfAlike(rows, index)
    const fold = foldIn(rows, index, to)
    if (fold && !opened.has(fold.from)) {
      for (let before = index; before < fold.from; before += 1) lines.push(lineOf(before))
      lines.push({ type: 'fold', ...fold })
      index = fold.to
    } else {
      const next = Math.max(index + 1, to)
      for (; index < next; index += 1) lines.push(lineOf(index))
    }
  }
  return lines
}

export function lineOf(index: number): Line {
  return { type: 'row', index }
}

/** The first row from `from` on that differs, or is a prompt: prompts are what one reads by. */
function endOfAlike(rows: readonly StepRow[], from: number): number {
  const end = rows.findIndex((row, index) => index >= from && !isQuiet(row))
  return end < 0 ? rows.length : end
}

function isQuiet({ left, differences }: StepRow): boolean {
  return differences.length === 0 && left?.type === 'step'
}

function foldIn(rows: readonly StepRow[], start: number, end: number) {
  const from = start === 0 ? start : start + CONTEXT
  const to = end === rows.length ? end : end - CONTEXT
  return to - from >= LEAST_FOLDED ? { from, to } : undefined
}

/** The row with a difference that comes next, or came before. */
export function findDifference(
  rows: readonly StepRow[],
  from: number,
  direction: 'next' | 'previous',
): number | undefined {
  const isDifferent = ({ differences }: StepRow) => differences.length > 0
  const found =
    direction === 'next'
      ? rows.findIndex((row, index) => index > from && isDifferent(row))
      : rows.findLastIndex((row, index) => index < from && isDifferent(row))
  return found < 0 ? undefined : found
}
