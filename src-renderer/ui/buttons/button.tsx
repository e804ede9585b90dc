import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from '../styles/class-names.ts'
import styles from './button.module.css'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` is brass: one in a view. `quiet` has no edge until it is pointed at. */
  readonly variant?: 'primary' | 'plain' | 'quiet' | 'danger'
  readonly isSmall?: boolean
  /** The key that does the same, shown inside. */
  readonly shortcut?: string
  readonly children: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({
  variant = 'plain',
  isSmall,
  shortcut,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles.button, styles[variant], isSmall && styles.small, className)}
    >
      {children}
      {shortcut && <kbd className={styles.key}>{shortcut}</kbd>}
    </button>
  )
}
