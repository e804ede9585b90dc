import { type FocusEvent, type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'

export interface ShownStop {
  readonly scroller: RefObject<HTMLElement | null>
  /** Of what is looked at. */
  readonly id: string | undefined
  /** Brings it into sight. */
  readonly show: () => void
}

/** Keeps what is looked at in sight when it becomes another, and the focus on it where that was in the list. */
export function useShownStop({ scroller, id, show }: ShownStop) {
  const hadFocus = useRef(false)
  // The list begins with it in sight.
  const shown = useRef(id)
  const follow = useEffectEvent(() => {
    const drawn =
      id && scroller.current?.querySelector<HTMLElement>(`[data-stop="${CSS.escape(id)}"]`)
    const isNew = shown.current !== id
    // What was pressed, or tabbed to, is in sight: it must not move away from under the pointer.
    const isThere = drawn && (drawn.contains(document.activeElement) || isInSight(drawn))
    if (isNew && !isThere) show()
    if (!drawn) return
    if (isBehind(drawn, isNew)) drawn.focus({ preventScroll: true })
    shown.current = id
  })
  const isInSight = (drawn: HTMLElement): boolean => {
    const [inside, around] = [drawn, scroller.current].map((one) => one?.getBoundingClientRect())
    return inside && around ? inside.top >= around.top && inside.bottom <= around.bottom : false
  }
  /** What had the focus has gone, or is what was looked at before. What is being written keeps it. */
  const isBehind = (drawn: HTMLElement, isNew: boolean): boolean => {
    const active = document.activeElement
    if (active === document.body) return hadFocus.current
    if (active instanceof HTMLTextAreaElement) return false
    return isNew && scroller.current?.contains(active) === true && !drawn.contains(active)
  }
  useLayoutEffect(() => follow())
  return {
    onFocus: () => {
      hadFocus.current = true
    },
    // What has the focus and goes does not say where to.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      const isInside = relatedTarget instanceof Node && scroller.current?.contains(relatedTarget)
      if (relatedTarget && !isInside) hadFocus.current = false
    },
  }
}
