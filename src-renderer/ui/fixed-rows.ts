import type { RowRange } from './row-range.ts'

/** Rows that are all of one height, in a list that scrolls; in pixels. */
export interface FixedRows {
  readonly count: number
  readonly rowPx: number
  /** What of the list is above its first row. */
  readonly abovePx?: number
  /** How much of the list's top is always covered. */
  readonly coveredPx?: number
}

/** What is seen of a list that scrolls. */
export interface ScrollView {
  readonly scrollTop: number
  readonly clientHeight: number
}

/** The rows that are seen at least in part, and as many `beside` them; none of a list that is not seen. */
export function rowsInView(rows: FixedRows, view: ScrollView, beside: number): RowRange {
  const { count, rowPx, abovePx = 0 } = rows
  if (view.clientHeight === 0) return { from: 0, to: 0 }
  const top = view.scrollTop - abovePx
  const first = Math.floor(top / rowPx) - beside
  const end = Math.ceil((top + view.clientHeight) / rowPx) + beside
  const within = (index: number) => Math.min(Math.max(index, 0), count)
  return { from: within(first), to: within(end) }
}

/** Where the list is scrolled to so that a row is seen as a whole; no further than that takes. */
export function scrollTopFor(index: number, rows: FixedRows, view: ScrollView): number {
  const { rowPx, abovePx = 0, coveredPx = 0 } = rows
  const top = abovePx + index * rowPx
  const highest = top - coveredPx
  const lowest = top + rowPx - view.clientHeight
  return Math.max(0, Math.min(Math.max(view.scrollTop, lowest), highest))
}
