import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './dialog.module.css'

export interface DialogProps {
  readonly title: string
  readonly description?: ReactNode
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly isWide?: boolean
  readonly children: ReactNode
  /** Buttons at the foot, the primary one last. */
  readonly actions?: ReactNode
}

export function Dialog(props: DialogProps) {
  const { title, description, isOpen, onClose, isWide, children, actions } = props
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={styles.popup} data-wide={isWide || undefined}>
          <header className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close className={styles.close} aria-label="Close">
              <X aria-hidden="true" />
            </Base.Close>
          </header>
          {description && (
            <Base.Description className={styles.description}>{description}</Base.Description>
          )}
          <div className={styles.body}>{children}</div>
          {actions && <footer className={styles.actions}>{actions}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
