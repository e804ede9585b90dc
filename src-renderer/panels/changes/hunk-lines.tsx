import { useMemo, useState } from 'react'
import { linesOf } from '#shared/changes/compare-lines.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { classNames } from '../../ui/styles/class-names.ts'
import { formatNumber } from '../../ui/text/format.ts'
import { drawLines, type HunkRow } from './change-rows.ts'
import styles from './changes.module.css'

/** Of a change that is longer, so many lines are shown at first. */
export const SHOWN_LINES = 200

const signs = { same: ' ', added: '+', removed: '−' } as const

/** A change, line by line, with what stands around it. */
export function HunkLines({ row }: { readonly row: HunkRow }) {
  const { hunk, pending } = row
  const { current } = pending.text
  const lines = useMemo(() => drawLines(hunk, linesOf(current)), [hunk, current])
  const [isWhole, showWhole] = useState(false)
  const shown = isWhole ? lines : lines.slice(0, SHOWN_LINES)
  const left = lines.length - shown.length
  return (
    <>
      <pre className={styles.lines}>
        {shown.map(({ id, type, text, number, isOpen }) => (
          <span key={id} className={classNames(styles.line, styles[type])}>
            <span className={styles.number} aria-hidden>
              {number}
            </span>
            <span>{signs[type]}</span>
            <span className={styles.text}>
              {text}
              {isOpen && <span className={styles.openEnd}> no line end</span>}
            </span>
          </span>
        ))}
      </pre>
      {left > 0 && (
        <Button isSmall variant="quiet" onClick={() => showWhole(true)}>
          Show {formatNumber(left, 'more line', 'more lines')}
        </Button>
      )}
    </>
  )
}

interface LineCountsProps {
  readonly added: number
  readonly removed: number
}

/** How many lines are added and removed; nothing where that is not known. */
export function LineCounts({ added, removed }: LineCountsProps) {
  if (added + removed === 0) return null
  return (
    <span className={styles.counts}>
      {added > 0 && <span className={styles.addedCount}>+{added}</span>}{' '}
      {removed > 0 && <span className={styles.removedCount}>−{removed}</span>}
    </span>
  )
}
