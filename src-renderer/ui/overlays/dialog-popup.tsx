import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import styles from './dialog.module.css'
import { useOverlay } from './overlays.ts'

export interface DialogProps {
  readonly title: string
  readonly description?: ReactNode
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly isWide?: boolean
  /** As large as the window allows, and no smaller for what is in it; the content scrolls itself. */
  readonly isLarge?: boolean
  readonly children: ReactNode
  /** Why it was not done: above the buttons, wherever the content is scrolled to. */
  readonly failure?: ReactNode
  /** Buttons at the foot, the primary one last. */
  readonly actions?: ReactNode
}

/** What a person came for has the focus, not the button that closes. */
const CONTROL = 'input, select, textarea, button:not(:disabled)'
const CHOSEN = '[role="tab"][aria-selected="true"]'

function findFirst(content: HTMLElement | null): HTMLElement | null | undefined {
  return content?.querySelector<HTMLElement>(CHOSEN) ?? content?.querySelector<HTMLElement>(CONTROL)
}

/** A dialog as it is drawn. */
export function DialogPopup(props: DialogProps) {
  const { title, description, isOpen, onClose, isWide, isLarge, children, failure, actions } = props
  const content = useRef<HTMLDivElement>(null)
  const noteInput = useOverlay({ title, isOpen, onClose })
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          className={styles.popup}
          data-wide={isWide || undefined}
          data-large={isLarge || undefined}
          onInput={noteInput}
          onChange={noteInput}
          initialFocus={() => findFirst(content.current) ?? true}
        >
          <header className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close className={styles.close} aria-label="Close">
              <X aria-hidden="true" />
            </Base.Close>
          </header>
          {description && (
            <Base.Description className={styles.description}>{description}</Base.Description>
          )}
          <div ref={content} className={styles.content}>
            <div className={styles.body}>{children}</div>
            {(failure || actions) && (
              <footer className={styles.foot}>
                {failure}
                {actions && <div className={styles.actions}>{actions}</div>}
              </footer>
            )}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
