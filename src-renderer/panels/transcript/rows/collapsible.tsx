import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { OngoingDot } from '../../../cards/ongoing-dot.tsx'
import styles from './collapsible.module.css'

interface FoldProps {
  readonly icon: ReactNode
  readonly verb: string
  readonly object?: string
  /** What is told besides; the verb is then words that may be cut short. */
  readonly rest?: string
  /** Somebody's words. */
  readonly said?: string
  /** What came of it, at the right. */
  readonly result?: ReactNode
  readonly isOngoing?: boolean
  /** What it opens to; drawn when it is opened. */
  readonly children?: ReactNode
}

/** One row that opens in place. */
export function Fold({ icon, verb, object, rest, said, result, isOngoing, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.fold} data-open={isOpen}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.icon}>
          {icon}
          <ChevronRight className={styles.arrow} aria-hidden="true" />
        </span>
        {rest === undefined ? (
          <span className={styles.verb}>{verb}</span>
        ) : (
          <span className={styles.told} title={rest ? `${verb}, ${rest}` : verb}>
            <span className={styles.verb}>{verb}</span>
            {rest && `, ${rest}`}
          </span>
        )}
        {object && (
          <span className={styles.object} title={object}>
            {object}
          </span>
        )}
        {said && (
          <span className={styles.told} title={said}>
            {said}
          </span>
        )}
        <span className={styles.result}>
          {result}
          {isOngoing && <OngoingDot color="var(--text-3)" />}
        </span>
      </button>
      {isOpen && <div className={styles.body}>{children}</div>}
    </div>
  )
}
