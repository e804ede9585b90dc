import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useConnectionState } from '../client/host-context.tsx'
import { Chip } from '../ui/chip.tsx'
import { classNames } from '../ui/class-names.ts'
import { OrreryMark } from '../ui/orrery-mark.tsx'
import styles from './frame.module.css'
import { modifier } from './keys.ts'

export interface FrameProps {
  /** What the window shows, beside the mark. */
  readonly crumb: ReactNode
  /** Chips at the right of the title bar. */
  readonly status?: ReactNode
  readonly rail: ReactNode
  readonly isPast?: boolean
  readonly onCommand: () => void
  readonly children: ReactNode
}

/** Title bar, rail, and what is between. */
export function Frame({ crumb, status, rail, isPast, onCommand, children }: FrameProps) {
  const isLost = useConnectionState() === 'lost'
  return (
    <>
      <header className={classNames(styles.bar, isPast && styles.past)}>
        <div className={styles.crumb}>
          <OrreryMark />
          {crumb}
        </div>
        <button type="button" className={styles.command} onClick={onCommand}>
          <Search aria-hidden="true" />
          <span>Search, or run a command</span>
          <kbd>{modifier}K</kbd>
        </button>
        <div className={styles.status}>
          {isLost && (
            <Chip tone="warn" role="status" title="Nothing is lost: the host keeps the log.">
              Reconnecting
            </Chip>
          )}
          {status}
        </div>
      </header>
      <div className={styles.body}>
        {rail}
        <main className={classNames(styles.main, isLost && styles.lost)}>{children}</main>
      </div>
    </>
  )
}
