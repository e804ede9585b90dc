import { useEffect, useEffectEvent, useState } from 'react'
import { type DroppedItems, hasFiles, isOverTextField, readDroppedItems } from './dropped-items.ts'

/** What a drop would do, as a sentence. */
export interface DropHint {
  readonly text: string
  /** Whether a drop would change nothing. */
  readonly isRefusal: boolean
}

export interface DragOptions {
  readonly describeDrop: () => DropHint
  readonly onDrop: (dropped: DroppedItems) => void
}

/**
 * Handles files and folders that are dragged over the window from outside, wherever they are dropped.
 * Returns a hint while something is being dragged. Drags that start in the page stay with their panels.
 */
export function useDrag({ describeDrop, onDrop }: DragOptions): DropHint | undefined {
  const [hint, setHint] = useState<DropHint>()
  const describe = useEffectEvent(describeDrop)
  const drop = useEffectEvent(onDrop)
  useEffect(() => {
    const left = new AbortController()
    // Capturing: editors and docks have drop handlers of their own, which would swallow the event.
    const options = { signal: left.signal, capture: true }
    let isOwn = false
    const setOwn = (isFromPage: boolean) => () => {
      isOwn = isFromPage
    }
    const take = (event: DragEvent) => {
      if (isOwn) return false
      if (!hasFiles(event)) {
        // The dock would cancel the browser's own drop of text into a field.
        if (isOverTextField(event)) event.stopPropagation()
        return false
      }
      event.preventDefault()
      event.stopPropagation()
      return true
    }
    window.addEventListener('dragstart', setOwn(true), options)
    window.addEventListener('dragend', setOwn(false), options)
    window.addEventListener('dragenter', (event) => take(event) && setHint(describe()), options)
    window.addEventListener(
      'dragover',
      (event) => {
        if (take(event) && event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      },
      options,
    )
    window.addEventListener(
      'dragleave',
      // A drag that leaves the window, or is canceled, no longer says what it carries.
      ({ relatedTarget }) => relatedTarget === null && setHint(undefined),
      options,
    )
    window.addEventListener(
      'drop',
      (event) => {
        if (!take(event)) return
        setHint(undefined)
        if (event.dataTransfer) drop(readDroppedItems(event.dataTransfer))
      },
      options,
    )
    return () => left.abort()
  }, [])
  return hint
}
