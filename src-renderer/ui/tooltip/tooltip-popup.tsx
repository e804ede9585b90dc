import { Tooltip } from '@base-ui/react/tooltip'
import styles from './tooltip.module.css'

interface TipPopupProps {
  /** What it is about. */
  readonly anchor: Element
  readonly label: string
  readonly shortcut: string | undefined
  readonly side: 'top' | 'bottom' | 'left' | 'right'
}

/** An open tip; for the eyes alone: what is heard of a button is its name, which says the same. */
export function TipPopup({ anchor, label, shortcut, side }: TipPopupProps) {
  return (
    <Tooltip.Root open>
      <Tooltip.Portal>
        <Tooltip.Positioner
          anchor={anchor}
          side={side}
          sideOffset={6}
          className={styles.positioner}
        >
          <Tooltip.Popup className={styles.tip} aria-hidden="true">
            {label}
            {shortcut && <kbd className={styles.key}>{shortcut}</kbd>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
