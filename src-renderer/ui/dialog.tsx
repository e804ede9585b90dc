import { lazy, type ReactNode, Suspense, useState } from 'react'

const DialogPopup = lazy(async () => ({
  default: (await import('./dialog-popup.tsx')).DialogPopup,
}))

export interface DialogProps {
  readonly title: string
  readonly description?: ReactNode
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly isWide?: boolean
  /** As large as the window allows, and no smaller for what is in it; the content scrolls itself. */
  readonly isLarge?: boolean
  readonly children: ReactNode
  /** Buttons at the foot, the primary one last. */
  readonly actions?: ReactNode
}

/** Something that a person answers before they go on. What dialogs are drawn with is loaded with the first. */
export function Dialog(props: DialogProps) {
  const { isOpen } = props
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return <Suspense>{wasOpen && <DialogPopup {...props} />}</Suspense>
}
