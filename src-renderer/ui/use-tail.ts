import {
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { RowHeights } from './row-heights.ts'
import { heightOfRows, isWithin, type RowRange, rowsInSight } from './row-range.ts'

export interface Listed {
  readonly id: string
}

export interface TailOptions<Row extends Listed> {
  readonly rows: readonly Row[]
  /** How high a row that was never drawn will be about, in pixels. */
  readonly estimate: (row: Row) => number
}

export interface Tail {
  readonly scroller: RefObject<HTMLDivElement | null>
  /** Which rows are to be drawn. */
  readonly range: RowRange
  /** How high those are that are not drawn, in pixels. */
  readonly above: number
  readonly below: number
  readonly isAtEnd: boolean
  readonly heights: RowHeights
  look(): void
  showEnd(): void
  /** Draws the row with this id, and scrolls to its end. */
  reveal(id: string): void
}

/** Rows that are drawn while a person reads above the end; they stay while the list goes on. */
interface Place {
  readonly fromId: string
  readonly toId: string
}

/** So many pixels of rows are drawn above and below what is seen, where a person reads above the end. */
const BESIDE_PX = 400
/** At the end, where most of the time nobody scrolls. */
const ABOVE_END_PX = 100
/** Whoever comes so near to the end wants to be there. */
const NEAR_PX = 40

/** Which rows of a list are drawn that is read from its end; the list's scroller counts upwards from there. */
export function useTail<Row extends Listed>({ rows, estimate }: TailOptions<Row>): Tail {
  const scroller = useRef<HTMLDivElement>(null)
  const [heights] = useState(() => new RowHeights())
  const [place, setPlace] = useState<Place>()
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  const lastBelow = useRef(0)
  const wished = useRef<string>(undefined)
  const heightOf = (index: number) => {
    const row = rows[index]
    return row ? (heights.of(row.id) ?? estimate(row)) : 0
  }
  const inSight = (below: number, beside: number) =>
    rowsInSight({ count: rows.length, heightOf, below, height: heights.height }, beside)
  const kept = place && rangeOf(rows, place)
  const range = kept ?? inSight(0, ABOVE_END_PX)

  const look = () => {
    const below = -(scroller.current?.scrollTop ?? 0)
    const isAtEnd = below <= (below < lastBelow.current ? NEAR_PX : 1)
    lastBelow.current = below
    if (isAtEnd) setPlace(undefined)
    else if (!kept || !isWithin(inSight(below, 0), kept)) {
      setPlace(placeOf(rows, inSight(below, BESIDE_PX)))
    }
  }
  const onMeasured = useEffectEvent(() => {
    if (kept) return look()
    if (scroller.current?.scrollTop) scroller.current.scrollTop = 0
    // Before it is painted: rows that turned out lower than thought leave a gap.
    if (!isWithin(inSight(0, 0), range)) flushSync(drawAgain)
  })
  useLayoutEffect(() => {
    if (!scroller.current) return undefined
    return heights.watch(scroller.current, onMeasured)
  }, [heights])

  // Once it is drawn.
  useLayoutEffect(() => {
    const index = rows.findIndex(({ id }) => id === wished.current)
    wished.current = undefined
    const row = index >= 0 && scroller.current?.querySelector(`[data-index="${index}"]`)
    if (row) row.scrollIntoView({ block: 'end' })
  })

  return {
    scroller,
    range,
    above: heightOfRows({ from: 0, to: range.from }, heightOf),
    below: heightOfRows({ from: range.to, to: rows.length }, heightOf),
    isAtEnd: !kept,
    heights,
    look,
    showEnd: () => {
      setPlace(undefined)
      lastBelow.current = 0
      if (scroller.current) scroller.current.scrollTop = 0
    },
    reveal: (id) => {
      const index = rows.findIndex((row) => row.id === id)
      if (index < 0) return
      wished.current = id
      lastBelow.current = Number.POSITIVE_INFINITY
      const below = heightOfRows({ from: index + 1, to: rows.length }, heightOf)
      setPlace(placeOf(rows, inSight(below, BESIDE_PX)))
    },
  }
}

function placeOf(rows: readonly Listed[], { from, to }: RowRange): Place | undefined {
  const [first, last] = [rows[from], rows[to - 1]]
  return first && last && { fromId: first.id, toId: last.id }
}

/** Absent where the row it began with is no more. */
function rangeOf(rows: readonly Listed[], { fromId, toId }: Place): RowRange | undefined {
  const from = rows.findIndex(({ id }) => id === fromId)
  if (from < 0) return undefined
  const last = rows.findIndex(({ id }, index) => index >= from && id === toId)
  return { from, to: last < 0 ? rows.length : last + 1 }
}
