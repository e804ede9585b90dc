import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { formatNumber } from '../text/format.ts'
import styles from './framed-list.module.css'

interface FramedListProps<T> {
  /** What is listed, for who cannot see it. */
  readonly label: string
  readonly items: readonly T[]
  /** Counts those that are not listed, too. */
  readonly total: number
  /** As a list’s item. */
  readonly children: (item: T) => ReactNode
}

/** A list in a frame. It scrolls where it is long, by keyboard as well, and says how many are left out. */
export function FramedList<T>({ label, items, total, children }: FramedListProps<T>) {
  const list = useRef<HTMLUListElement>(null)
  const [isLong, setLong] = useState(false)
  useLayoutEffect(() => {
    if (list.current) setLong(list.current.scrollHeight > list.current.clientHeight)
  })
  const more = total - items.length
  return (
    <ul ref={list} className={styles.list} aria-label={label} tabIndex={isLong ? 0 : undefined}>
      {items.map(children)}
      {more > 0 && <li>and {formatNumber(more, 'more', 'more')}</li>}
    </ul>
  )
}
