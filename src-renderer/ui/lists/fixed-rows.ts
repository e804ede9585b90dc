import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { RowRange } from './row-range.ts'

/** Rows that are all of one height, in a list that scrolls; in pixels. */
interface FixedRows {
  readonly count: number
  readonly rowPx: number
  /** What of the list is above its first row. */
  readonly abovePx?: number
  /** How much of the list's top is always covered. */
  readonly coveredPx?: number
}

/** What is seen of a list that scrolls. */
interface ScrollView {
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

interface RowsInView {
  /** Which rows are to be drawn. */
  readonly range: RowRange
  /** How high all of them are, in pixels. */
  readonly height: number
  /** Scrolls to where a row is seen. */
  readonly show: (index: number) => void
}

interface FixedRowsOptions extends FixedRows {
  /** The list, which scrolls. */
  readonly scroller: RefObject<HTMLElement | null>
  /** So many rows are drawn above and below those in view. */
  readonly beside: number
}

const UNSEEN: ScrollView = { scrollTop: 0, clientHeight: 0 }

/** Which rows of a list are drawn, of a list of many that are all of one height; for others there are libraries. */
export function useFixedRows({ scroller, beside, ...rows }: FixedRowsOptions): RowsInView {
  const { count, rowPx } = rows
  const [view, setView] = useState(UNSEEN)
  useLayoutEffect(() => {
    const { current: list } = scroller
    if (!list) return undefined
    const look = () => setView((was) => seenOf(list, was, rowPx))
    // Before it is painted: what was scrolled to is there.
    const lookAtOnce = () => flushSync(look)
    const resizing = new ResizeObserver(lookAtOnce)
    look()
    list.addEventListener('scroll', lookAtOnce, { passive: true })
    resizing.observe(list)
    return () => {
      list.removeEventListener('scroll', lookAtOnce)
      resizing.disconnect()
    }
  }, [scroller, rowPx])
  return {
    range: rowsInView(rows, view, beside),
    height: count * rowPx,
    show: (index) => {
      const { current: list } = scroller
      if (list) list.scrollTop = scrollTopFor(index, rows, list)
    },
  }
}

/** To the row: within one, nothing else is drawn. */
function seenOf(list: HTMLElement, was: ScrollView, rowPx: number): ScrollView {
  const { clientHeight } = list
  const scrollTop = Math.floor(list.scrollTop / rowPx) * rowPx
  return was.scrollTop === scrollTop && was.clientHeight === clientHeight
    ? was
    : { scrollTop, clientHeight }
}
