import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { classNames } from '../../ui/class-names.ts'
import type { Line } from './lines.ts'
import styles from './viewer-panel.module.css'

const LINE_PX = 18

interface LineListProps {
  /** Of the file. */
  readonly name: string
  readonly lines: readonly Line[]
  /** The one to show, from 1. */
  readonly line?: number | undefined
}

/** The lines of a file, however many. Where it changed, its first change is in sight. */
export function LineList({ name, lines, line }: LineListProps) {
  const scroller = useRef<HTMLElement>(null)
  const list = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    overscan: 20,
    paddingStart: 6,
    paddingEnd: 6,
  })
  const firstChange = lines.findIndex(({ type }) => type !== 'same')
  const wanted = line === undefined ? firstChange : line - 1
  const show = useEffectEvent((index: number) => list.scrollToIndex(index, { align: 'center' }))
  useLayoutEffect(() => {
    if (wanted >= 0) show(wanted)
  }, [wanted])
  const columns = Math.max(2, String(lines.length).length)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section ref={scroller} className={styles.file} aria-label={name} tabIndex={0}>
      <div className={styles.lines} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ key, index, start }) => {
          const one = lines[index]
          return (
            one && (
              <div
                key={key}
                className={classNames(
                  styles.line,
                  styles[one.type],
                  one.number === line && styles.wanted,
                )}
                style={{ transform: `translateY(${start}px)` }}
              >
                <span className={styles.number} style={{ width: `calc(${columns + 1}ch + 20px)` }}>
                  {one.number ?? '−'}
                </span>
                <span className={styles.text}>{one.text}</span>
              </div>
            )
          )
        })}
      </div>
    </section>
  )
}
