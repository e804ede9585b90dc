import { type RefObject, useEffect, useEffectEvent } from 'react'
import { follow, type Place } from './kept-end.ts'

/**
 * Whoever reads at the end stays there when the list gets another size, or what is in it does: the
 * window may, the prompt below does with every line, and a row may come in the place of another.
 * Browsers keep what is at the top in its place.
 */
export function useKeptEnd(
  scroller: RefObject<HTMLElement | null>,
  isShown: boolean,
  showEnd: () => void,
): void {
  const onResize = useEffectEvent(showEnd)
  useEffect(() => {
    const element = scroller.current
    if (!element || !isShown) return
    let reading = { isAtEnd: true, place: placeOf(element) }
    const look = () => {
      reading = follow(reading, placeOf(element))
    }
    const sizes = new ResizeObserver(() => reading.isAtEnd && onResize())
    element.addEventListener('scroll', look, { passive: true })
    for (const sized of [element, ...element.children]) sizes.observe(sized)
    return () => {
      element.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [scroller, isShown])
}

function placeOf({ scrollTop, scrollHeight, clientHeight }: HTMLElement): Place {
  return { top: scrollTop, whole: scrollHeight, shown: clientHeight }
}
