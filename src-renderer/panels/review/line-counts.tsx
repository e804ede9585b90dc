import styles from './review.module.css'

export interface LineCountsProps {
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
