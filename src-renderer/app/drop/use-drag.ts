import { useEffect, useEffectEvent, useState } from 'react'
import { type DroppedItems, hasFiles, readDroppedItems } from './dropped-items.ts'

/**
 * Handles files and folders that are dragged over the window from outside, wherever they are dropped.
 * Returns whether something is being dragged now. Drags that start in the page stay with their panels.
 */
export function useDrag(onDrop: (dropped: DroppedItems) => void): boolean {
  const [isOver, setOver] = useState(false)
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
      if (isOwn || !hasFiles(event)) return false
      event.preventDefault()
      event.stopPropagation()
      return true
    }
    window.addEventListener('dragstart', setOwn(true), options)
    window.addEventListener('dragend', setOwn(false), options)
    window.addEventListener('dragenter', (event) => take(event) && setOver(true), options)
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
      ({ relatedTarget }) => relatedTarget === null && setOver(false),
      options,
    )
    window.addEventListener(
      'drop',
      (event) => {
        if (!take(event)) return
        setOver(false)
        if (event.dataTransfer) drop(readDroppedItems(event.dataTransfer))
      },
      options,
    )
    return () => left.abort()
  }, [])
  return isOver
}
