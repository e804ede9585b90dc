import { type RefObject, useLayoutEffect, useRef } from 'react'
import { DECIDING } from '../../cards/focus-deciding.ts'

const places = {
  list: '[role="listbox"]',
  card: DECIDING,
  gone: '[data-focus="gone"]',
} as const

/** Goes to the list, to what decides on the card, or to what leads on from one that is gone. */
export function focusIn(panel: HTMLElement | null, place: keyof typeof places): boolean {
  const found = panel?.querySelector<HTMLElement>(places[place])
  found?.focus({ focusVisible: place === 'card' })
  return found !== null && found !== undefined
}

/**
 * Where what had the focus has gone with `shown`, it goes to what came in its place: never to what
 * decides. What is shown at first gets it so, too.
 */
export function useKeptFocus(shown: string): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is shown can take it away
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return
    if (!focusIn(panel.current, 'gone') && !focusIn(panel.current, 'list')) panel.current?.focus()
  }, [shown])
  return panel
}
