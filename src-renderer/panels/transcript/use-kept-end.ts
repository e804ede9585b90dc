import { type RefObject, useEffect, useEffectEvent } from 'react'
import { follow, type Place } from './kept-end.ts'

/**
 * Whoever reads at the end stays there when the list gets another size: the window may, and the
 * prompt below does with every line. Browsers keep what is at the top in its place.
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
    sizes.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [scroller, isShown])
}

function placeOf({ scrollTop, scrollHeight, clientHeight }: HTMLElement): Place {
  return { top: scrollTop, whole: scrollHeight, shown: clientHeight }
}
