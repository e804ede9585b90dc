import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode, RefObject } from 'react'
import { useOverlay } from './overlays.ts'
import styles from './popover.module.css'

interface PopoverPopupProps {
  readonly title: string
  /** The button it belongs to: the focus goes back there, if to nothing else. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly align: 'start' | 'end'
  readonly isWide: boolean
  readonly initialFocus: RefObject<HTMLElement | null> | undefined
  readonly finalFocus: (() => HTMLElement | null) | undefined
  readonly children: ReactNode
}

/** An open popover. */
export function PopoverPopup(props: PopoverPopupProps) {
  const { title, anchor, onClose, align, isWide } = props
  const { initialFocus, finalFocus, children } = props
  const noteInput = useOverlay({ title, isOpen: true, onClose })
  return (
    <Base.Root
      open
      onOpenChange={(isOpen, { event }) => isOpen || isOn(anchor, event) || onClose()}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          side="top"
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={styles.positioner}
        >
          <Base.Popup
            className={isWide ? styles.wide : styles.popup}
            finalFocus={finalFocus ?? anchor}
            onInput={noteInput}
            onChange={noteInput}
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

/** A press of the button closes it by itself. */
function isOn({ current }: RefObject<HTMLElement | null>, { target }: Event): boolean {
  return target instanceof Node && current?.contains(target) === true
}
