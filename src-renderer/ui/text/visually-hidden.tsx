import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** Heard, not seen. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>
}
