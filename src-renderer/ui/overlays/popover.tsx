import { mergeProps } from '@base-ui/react/merge-props'
import { cloneElement, type ReactElement, type ReactNode, type RefObject, useRef } from 'react'
import { loadedLater } from '../loading/lazy-component.tsx'

const PopoverPopup = loadedLater(async () => (await import('./popover-popup.tsx')).PopoverPopup)

interface PopoverProps {
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
  /** What has the focus when it is gone; else the button. */
  readonly finalFocus?: () => HTMLElement | null
  readonly children: ReactNode
}

/**
 * A small pane at the button that opens it; what is behind stays in use. What popovers are drawn with
 * is loaded when the first is opened.
 */
export function Popover(props: PopoverProps) {
  const { title, trigger, isOpen, onOpenChange, align = 'start', isWide = false } = props
  const { initialFocus, finalFocus, children } = props
  const button = useRef<HTMLElement>(null)
  const opening = {
    ref: button,
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    'data-popup-open': isOpen ? '' : undefined,
    onClick: () => onOpenChange(!isOpen),
  }
  return (
    <>
      {cloneElement(trigger, mergeProps(Object(trigger.props), opening))}
      {isOpen && (
        <PopoverPopup
          title={title}
          anchor={button}
          onClose={() => onOpenChange(false)}
          align={align}
          isWide={isWide}
          initialFocus={initialFocus}
          finalFocus={finalFocus}
        >
          {children}
        </PopoverPopup>
      )}
    </>
  )
}
