import { useMemo, useState } from 'react'
import { linesOf } from '#shared/review/lines.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { formatNumber } from '../../ui/format.ts'
import styles from './review.module.css'
import { drawLines, type HunkRow } from './rows.ts'

/** Of a change that is longer, so many lines are shown at first. */
export const SHOWN_LINES = 200

const signs = { same: ' ', added: '+', removed: '−' } as const

/** A change, line by line, with what stands around it. */
export function HunkLines({ row }: { readonly row: HunkRow }) {
  const { hunk, review } = row
  const { current } = review.text
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
