import { Tooltip } from '@base-ui/react/tooltip'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Tip } from './tip.tsx'

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Says what it does: its name, and its tooltip. */
  readonly label: string
  readonly shortcut?: string | undefined
  readonly children: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button that is only an icon. */
export function IconButton({ label, shortcut, className, children, ...rest }: IconButtonProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        {...rest}
        type="button"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        className={classNames(styles.icon, className)}
      >
        {children}
      </Tooltip.Trigger>
      <Tip shortcut={shortcut}>{label}</Tip>
    </Tooltip.Root>
  )
}
