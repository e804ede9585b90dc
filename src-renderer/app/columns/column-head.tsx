import { X } from 'lucide-react'
import type { StatusState } from '#shared/projections/status.ts'
import { useIsLive, useMoment, useSessionView } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import { formatClock } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Doing } from '../session-status.tsx'
import styles from './columns.module.css'

/** Over a session that has others beside it: what it is called, what it does, and the way out. */
export function ColumnHead({ onClose }: { readonly onClose: () => void }) {
  const view = useSessionView()
  const { at } = useMoment()
  const title = useProjection(view, 'status', selectTitle) ?? 'New session'
  const isLive = useIsLive()
  return (
    <header className={styles.head}>
      <h2 title={title}>{title}</h2>
      <span className={styles.state}>{isLive ? <Doing /> : <>Replaying {formatClock(at)}</>}</span>
      <CloseColumn what={title} onClose={onClose} />
    </header>
  )
}

export interface CloseColumnProps {
  readonly what: string
  readonly onClose: () => void
}

export function CloseColumn({ what, onClose }: CloseColumnProps) {
  return (
    <IconButton isSmall label={`Close the column of ${what}`} onClick={onClose}>
      <X aria-hidden="true" />
    </IconButton>
  )
}

const selectTitle = (state: StatusState) => state.title
