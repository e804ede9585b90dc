import type { ButtonHTMLAttributes, Ref } from 'react'
import { useWrittenKeys } from '../../../keyboard/shortcuts.ts'
import styles from './transport.module.css'

interface TransportButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly label: string
  /** The id of the command that does the same: its keys are named. */
  readonly command?: string
  readonly isMain?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/** An icon, and perhaps a word, in the bar of the timeline. */
export function TransportButton({
  label,
  command,
  isMain,
  children,
  ...rest
}: TransportButtonProps) {
  const keys = useWrittenKeys(command)
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
