import { createContext, useContext, useEffect, useEffectEvent, useRef } from 'react'

/** A dialog, menu, popover or palette that is open over the page. */
interface Overlay {
  readonly title: string
  /** Whether closing it would lose what a person entered. */
  hasInput(): boolean
  close(): void
}

/** The overlays that are open, for what happens behind them. */
export class Overlays {
  readonly #open = new Set<Overlay>()

  /** Returns a function that removes it. */
  add(overlay: Overlay): () => void {
    this.#open.add(overlay)
    return () => void this.#open.delete(overlay)
  }

  /** Returns the overlay that was opened first of those that hold input. */
  findWithInput(): Overlay | undefined {
    return [...this.#open].find((overlay) => overlay.hasInput())
  }

  /** Closes the overlays, the one that was opened last first. */
  closeAll(): void {
    for (const overlay of [...this.#open].toReversed()) overlay.close()
  }
}

/** Absent in pages on which nothing can be dropped. */
export const OverlaysContext = createContext<Overlays | undefined>(undefined)

export function useOverlays(): Overlays | undefined {
  return useContext(OverlaysContext)
}

interface OverlayOptions {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Registers an overlay while it is open. Returns a function to call when a person enters something in it. */
export function useOverlay({ title, isOpen, onClose }: OverlayOptions): () => void {
  const overlays = useOverlays()
  const hasInput = useRef(false)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return undefined
    hasInput.current = false
    return overlays?.add({ title, hasInput: () => hasInput.current, close: () => close() })
  }, [overlays, title, isOpen])
  return () => {
    hasInput.current = true
  }
}
