import type { ButtonHTMLAttributes, Ref } from 'react'
import styles from './transport.module.css'

export interface TransportButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly label: string
  /** As a person reads them. */
  readonly keys?: string
  readonly isMain?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/** An icon, and perhaps a word, in the bar of the timeline. */
export function TransportButton({ label, keys, isMain, children, ...rest }: TransportButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={isMain ? styles.mainButton : styles.button}
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
    >
      {children}
    </button>
  )
}

export const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const
