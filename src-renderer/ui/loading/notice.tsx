import type { ReactNode } from 'react'
import { classNames } from '../styles/class-names.ts'
import styles from './notice.module.css'

interface EmptyProps {
  readonly icon?: ReactNode
  /** What belongs here. */
  readonly children: ReactNode
  /** The one action that brings it. */
  readonly action?: ReactNode
  /** In one line, for a place that is wide and low. */
  readonly isFlat?: boolean
}

/** A place with nothing in it yet. */
export function Empty({ icon, children, action, isFlat }: EmptyProps) {
  return (
    <div className={classNames(styles.empty, isFlat && styles.flat)}>
      {icon}
      <p>{children}</p>
      {action}
    </div>
  )
}

interface LoadingProps {
  /** What is loading, for those who cannot see it. */
  readonly label: string
  readonly rows?: number
}

/** Grey rows that appear only when something takes longer than 150 ms. */
export function Loading({ label, rows = 4 }: LoadingProps) {
  const widths = ['72%', '54%', '88%', '40%', '66%', '80%']
  return (
    <div className={styles.loading} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <i key={widths[row % widths.length]} style={{ width: widths[row % widths.length] }} />
      ))}
    </div>
  )
}

interface FailureProps {
  /** What happened and what can be done. */
  readonly children: ReactNode
  /** The button that does it. */
  readonly action?: ReactNode
}

export function Failure({ children, action }: FailureProps) {
  return (
    <div className={styles.failure} role="alert">
      <p>{children}</p>
      {action}
    </div>
  )
}
