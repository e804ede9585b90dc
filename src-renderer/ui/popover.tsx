import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode, RefObject } from 'react'
import styles from './popover.module.css'

export interface PopoverProps {
  readonly title: string
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly align?: 'start' | 'end'
  /** For rows with several columns. */
  readonly isWide?: boolean
  /** What has the focus first; else the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

/** A small pane at the button that opens it; what is behind stays in use. */
export function Popover(props: PopoverProps) {
  const { title, trigger, isOpen, onOpenChange, align = 'start', isWide } = props
  const { initialFocus, children } = props
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          side="top"
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={styles.positioner}
        >
          <Base.Popup
            className={isWide ? styles.wide : styles.popup}
            {...(initialFocus && { initialFocus })}
          >
            <Base.Title className={styles.title}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
