import { type RefObject, useEffect, useEffectEvent } from 'react'

/** How near to the end still counts as there, in pixels. */
const NEAR_PX = 40

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
    let wasAtEnd = isAtEnd(element)
    // A new size by itself is no scrolling, and says nothing of where one reads.
    const look = () => {
      wasAtEnd = isAtEnd(element)
    }
    const sizes = new ResizeObserver(() => wasAtEnd && onResize())
    element.addEventListener('scroll', look, { passive: true })
    sizes.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [scroller, isShown])
}

function isAtEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight <= NEAR_PX
}
