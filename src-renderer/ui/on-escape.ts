import type { KeyboardEvent } from 'react'

/** Does it where nobody inside takes the key for itself: a field, a menu, a place around which this is another. */
export function onEscape(act: () => void) {
  return (event: KeyboardEvent): void => {
    const { key, defaultPrevented, target, currentTarget } = event
    const isInside = target instanceof Node && currentTarget.contains(target)
    if (key !== 'Escape' || defaultPrevented || !isInside) return
    event.preventDefault()
    act()
  }
}
