import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FixedRows, rowsInView, type ScrollView, scrollTopFor } from './fixed-rows.ts'
import type { RowRange } from './row-range.ts'

export interface RowsInView {
  /** Which rows are to be drawn. */
  readonly range: RowRange
  /** How high all of them are, in pixels. */
  readonly height: number
  /** Scrolls to where a row is seen. */
  readonly show: (index: number) => void
}

export interface FixedRowsOptions extends FixedRows {
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
