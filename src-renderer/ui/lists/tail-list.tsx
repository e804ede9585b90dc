import { ArrowDown } from 'lucide-react'
import { type ReactNode, type Ref, useCallback, useImperativeHandle } from 'react'
import styles from './tail-list.module.css'
import { type Listed, type RowHeights, type TailOptions, useTail } from './use-tail.ts'

export interface TailListHandle {
  /** Shows the end of the row with this id. */
  reveal(id: string): void
}

interface TailListProps<Row extends Listed> extends TailOptions<Row> {
  readonly draw: (row: Row, before: Row | undefined) => ReactNode
  readonly ref?: Ref<TailListHandle>
}

/**
 * A long list that is read from its end, like a talk. The browser keeps its end in sight while it
 * grows, and what is read in its place where a person has gone up: nothing is measured before it is
 * drawn. Only rows near to what is seen are there.
 */
export function TailList<Row extends Listed>(props: TailListProps<Row>) {
  const { rows, draw, ref } = props
  const { scroller, range, above, below, isAtEnd, heights, look, showEnd, showStart, reveal } =
    useTail(props)
  useImperativeHandle(ref, () => ({ reveal }))
  return (
    <div className={styles.viewport}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
        onScroll={look}
        onKeyDown={(event) => {
          if (event.target !== event.currentTarget) return
          // The browser would go to where it thought the start was before it was drawn.
          if (event.key === 'Home') showStart()
          else if (event.key === 'End') showEnd()
          else return
          event.preventDefault()
        }}
      >
        <div className={styles.rows}>
          <div style={{ height: above }} />
          {rows.slice(range.from, range.to).map((row, place) => (
            <MeasuredRow key={row.id} id={row.id} index={range.from + place} heights={heights}>
              {draw(row, rows[range.from + place - 1])}
            </MeasuredRow>
          ))}
          <div style={{ height: below }} />
        </div>
      </div>
      {!isAtEnd && <NewestButton onClick={showEnd} />}
    </div>
  )
}

interface MeasuredRowProps {
  readonly id: string
  readonly index: number
  readonly heights: RowHeights
  readonly children: ReactNode
}

function MeasuredRow({ id, index, heights, children }: MeasuredRowProps) {
  const observe = useCallback(
    (row: HTMLElement | null) => (row ? heights.observe(row, id) : undefined),
    [heights, id],
  )
  return (
    <div ref={observe} data-index={index}>
      {children}
    </div>
  )
}

/** Over a list that grows at its end and was scrolled up: back to that end. */
export function NewestButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <button type="button" className={styles.newest} onClick={onClick}>
      <ArrowDown aria-hidden="true" /> Newest
    </button>
  )
}
