import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus in a part of the window whose content is exchanged, or shrinks, while it has it: what had it goes,
 * and what stands there now takes it.
 */
export function useKeptFocus(part: RefObject<HTMLElement | null>) {
  const hadIt = useRef(false)
  useEffect(() => {
    if (!hadIt.current || document.activeElement !== document.body) return
    part.current?.querySelector<HTMLElement>('[data-focus="findings"]')?.focus()
  })
  return {
    onFocus: () => {
      hadIt.current = true
    },
    // Of what is taken away while it is drawn anew, nothing is told here.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      hadIt.current = currentTarget.contains(relatedTarget)
    },
  }
}
