import type { ReactNode } from 'react'
import { Loading } from '../ui/notice.tsx'
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

/** While what is to be shown is still on its way. */
export function WaitingPage() {
  return (
    <WaitingFrame>
      <Loading label="Opening the session" rows={6} />
    </WaitingFrame>
  )
}
