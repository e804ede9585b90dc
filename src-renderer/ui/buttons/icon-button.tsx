import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from '../styles/class-names.ts'
import { Tip } from '../tooltip/tooltip.tsx'
import styles from './button.module.css'

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Says what it does: its name, and its tooltip. */
  readonly label: string
  readonly shortcut?: string | undefined
  /** Quieter and without a ground of its own: inside a row. */
  readonly isSmall?: boolean
  readonly children: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button that is only an icon. */
export function IconButton(props: IconButtonProps) {
  const { label, shortcut, isSmall, className, children, ...rest } = props
  return (
    <Tip label={label} shortcut={shortcut}>
      <button
        {...rest}
        type="button"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        className={classNames(isSmall ? styles.smallIcon : styles.icon, className)}
      >
        {children}
      </button>
    </Tip>
  )
}
