import type { ReactNode } from 'react'
import { Frame } from './frame.tsx'
import styles from './waiting-frame.module.css'

/** The window while no session is open yet. */
export function WaitingFrame({ children }: { readonly children: ReactNode }) {
  return (
    <Frame crumb={<span>Orrery</span>} rail={<div className={styles.rail} />}>
      {children}
    </Frame>
  )
}
