import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import styles from './tip.module.css'

export interface TipProps {
  readonly shortcut?: string | undefined
  readonly side?: 'top' | 'bottom' | 'left' | 'right'
  readonly children: ReactNode
}

/** What a tooltip says; goes inside a `Tooltip.Root`, beside its trigger. */
export function Tip({ shortcut, side = 'bottom', children }: TipProps) {
  return (
    <Tooltip.Portal>
      <Tooltip.Positioner side={side} sideOffset={6} className={styles.positioner}>
        <Tooltip.Popup className={styles.tip}>
          {children}
          {shortcut && <kbd className={styles.key}>{shortcut}</kbd>}
        </Tooltip.Popup>
      </Tooltip.Positioner>
    </Tooltip.Portal>
  )
}
