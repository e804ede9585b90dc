import { useState } from 'react'
import { loadedLater } from '../loading/lazy-component.tsx'
import type { DialogProps } from './dialog-popup.tsx'

const DialogPopup = loadedLater(async () => (await import('./dialog-popup.tsx')).DialogPopup)

/** Something that a person answers before they go on. What dialogs are drawn with is loaded with the first. */
export function Dialog(props: DialogProps) {
  const { isOpen } = props
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return wasOpen && <DialogPopup {...props} />
}
