import {
  type RefObject,
  useDeferredValue,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { heightOfRows, isWithin, type RowRange, rowsInSight, widenedTo } from './row-range.ts'

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
  showStart(): void
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
/** At the end, where most of the time nobody scrolls; drawn once that is which is seen. */
const ABOVE_END_PX = 100
/** Whoever comes so near to the end wants to be there. */
const NEAR_PX = 40

/** Which rows of a list are drawn that is read from its end; the list's scroller counts upwards from there. */
export function useTail<Row extends Listed>({ rows, estimate }: TailOptions<Row>): Tail {
  const scroller = useRef<HTMLDivElement>(null)
  const [heights] = useState(() => new RowHeights())
  const [place, setPlace] = useState<Place>()
  const seen = useRef<Seen>({ below: 0, isAtTop: false, isAtEnd: true })
  const heightOf = (index: number) => {
    const row = rows[index]
    return row ? (heights.of(row.id) ?? estimate(row)) : 0
  }
  const inSight = (below: number, beside: number) =>
    rowsInSight({ count: rows.length, heightOf, below, height: heights.height }, beside)
  const kept = place && rangeOf(rows, place)
  const isSettled = useDeferredValue<readonly Row[] | undefined>(rows, undefined) === rows
  const isReady = (index: number) => isSettled || heights.isDrawn(rows[index]?.id ?? '')
  const range = kept ?? widenedTo(inSight(0, ABOVE_END_PX), inSight(0, 0), isReady)
  const isDrawn = (below: number) => isWithin(inSight(below, 0), range)
  const draw = (below: number) => setPlace(placeOf(rows, inSight(below, BESIDE_PX)))

  const look = () => {
    seen.current = seenIn(scroller.current, seen.current.below)
    const { below, isAtEnd } = seen.current
    if (isAtEnd) setPlace(undefined)
    else if (!kept || !isDrawn(below)) draw(below)
  }
  const wish = useWish({ rows, scroller, seen, look })
  useMeasured({ scroller, heights, seen, look, isFilled: () => isDrawn(0) })

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
      seen.current = { below: 0, isAtTop: false, isAtEnd: true }
      scroller.current?.scrollTo({ top: 0 })
    },
    showStart: () => {
      wish({ id: rows[0]?.id, block: 'start' })
      draw(heightOfRows({ from: 1, to: rows.length }, heightOf))
    },
    reveal: (id) => {
      const index = rows.findIndex((row) => row.id === id)
      if (index < 0) return
      wish({ id, block: 'end' })
      draw(heightOfRows({ from: index + 1, to: rows.length }, heightOf))
    },
  }
}

/** Where a person reads. */
interface Seen {
  /** How many pixels of the list are below what is seen. */
  readonly below: number
  readonly isAtTop: boolean
  readonly isAtEnd: boolean
}

/** Whoever goes up leaves the end at once; whoever does not is at it near by. */
function seenIn(scroller: HTMLElement | null, before: number): Seen {
  const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = scroller ?? {}
  const below = -scrollTop
  return {
    below,
    isAtTop: clientHeight + below >= scrollHeight - 1,
    isAtEnd: below <= (below > before ? 1 : NEAR_PX),
  }
}

interface MeasuredUse extends Pick<Tail, 'scroller' | 'heights' | 'look'> {
  readonly seen: RefObject<Seen>
  /** Whether the rows that are drawn fill the list at its end. */
  readonly isFilled: () => boolean
}

/** Rows are higher or lower than thought: before that is painted, the list is put right. */
function useMeasured({ scroller, heights, seen, look, isFilled }: MeasuredUse): void {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  const onMeasured = useEffectEvent(() => {
    const element = scroller.current
    const { isAtTop, isAtEnd } = seen.current
    if (isAtEnd) {
      if (element?.scrollTop) element.scrollTop = 0
      if (!isFilled()) flushSync(drawAgain)
      return
    }
    if (isAtTop) element?.scrollTo({ top: -element.scrollHeight })
    flushSync(look)
  })
  useLayoutEffect(() => {
    if (!scroller.current) return undefined
    return heights.watch(scroller.current, onMeasured)
  }, [scroller, heights])
}

/** A row, and which of its edges is to be seen. */
interface Wish {
  readonly id: string | undefined
  readonly block: 'start' | 'end'
}

interface WishUse extends Pick<MeasuredUse, 'scroller' | 'seen' | 'look'> {
  readonly rows: readonly Listed[]
}

/** Scrolls to what is wished for, once it is drawn; where nothing can be scrolled, that is seen, too. */
function useWish({ rows, scroller, seen, look }: WishUse): (wish: Wish) => void {
  const wished = useRef<Wish>(undefined)
  useLayoutEffect(() => {
    const wish = wished.current
    wished.current = undefined
    const index = wish ? rows.findIndex(({ id }) => id === wish.id) : -1
    const row = scroller.current?.querySelector(`[data-index="${index}"]`)
    if (!wish) return
    row?.scrollIntoView({ block: wish.block })
    // Nobody went up to get here.
    seen.current = { ...seen.current, below: Number.POSITIVE_INFINITY }
    look()
  })
  return (wish) => {
    wished.current = wish
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

type OnMeasured = () => void

/** How high rows were when they were last drawn, and the list that scrolls them is; by row, in pixels. */
export class RowHeights {
  readonly #known = new Map<string, number>()
  readonly #ids = new WeakMap<Element, string>()
  readonly #drawn = new Set<string>()
  readonly #observer = new ResizeObserver((entries) => this.#measure(entries))
  #scroller: HTMLElement | undefined
  #height = 0
  #width = 0
  #onMeasured: OnMeasured = () => {}

  /** Undefined until it was drawn. */
  of(id: string): number | undefined {
    return this.#known.get(id)
  }

  /** Whether it is in the page. */
  isDrawn(id: string): boolean {
    return this.#drawn.has(id)
  }

  /** Of the list that scrolls; what is likely until it was drawn. */
  get height(): number {
    return this.#height || window.innerHeight / 2
  }

  /** Observes the list that scrolls; calls back whenever it or a row has become another height. Answers what ends that. */
  watch(scroller: HTMLElement, onMeasured: OnMeasured): () => void {
    this.#scroller = scroller
    this.#onMeasured = onMeasured
    this.#observer.observe(scroller)
    return () => {
      this.#onMeasured = () => {}
      this.#observer.unobserve(scroller)
    }
  }

  /** Observes a row for as long as it is drawn. */
  observe(row: Element, id: string): () => void {
    this.#ids.set(row, id)
    this.#drawn.add(id)
    this.#observer.observe(row)
    return () => {
      this.#drawn.delete(id)
      this.#observer.unobserve(row)
    }
  }

  #measure(entries: readonly ResizeObserverEntry[]): void {
    // What is hidden has no height, and will have the one that is known.
    const drawn = entries.filter(({ contentRect }) => contentRect.width > 0)
    this.#forgetOtherWidths(drawn)
    for (const { target, contentRect, borderBoxSize } of drawn) {
      const height = borderBoxSize[0]?.blockSize ?? contentRect.height
      const id = this.#ids.get(target)
      if (target === this.#scroller) this.#keepHeight(height)
      else if (id !== undefined) this.#known.set(id, height)
    }
    if (drawn.length > 0) this.#onMeasured()
  }

  /** What is in the list can be as high as it: as a container, it would have every row laid out in two passes. */
  #keepHeight(height: number): void {
    this.#height = height
    this.#scroller?.style.setProperty('--list-height', `${height}px`)
  }

  /** In a list of another width every row has another height; those that are drawn tell theirs. */
  #forgetOtherWidths(entries: readonly ResizeObserverEntry[]): void {
    const width = entries.find(({ target }) => target === this.#scroller)?.contentRect.width
    if (width === undefined || width === this.#width) return
    if (this.#width > 0) this.#known.clear()
    this.#width = width
  }
}
