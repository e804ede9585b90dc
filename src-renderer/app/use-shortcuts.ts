import { useEffect, useEffectEvent } from 'react'
import { isModified } from './keys.ts'

/** What a key does, by the key pressed together with the platform's modifier: `k`, `shift+a`. */
export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>

/** Keys that work wherever the focus is. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isModified(event)) return
    const act = shortcuts[`${event.shiftKey ? 'shift+' : ''}${event.key.toLowerCase()}`]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
