import { useEffect, useSyncExternalStore } from 'react'
import { SessionId } from '#shared/ids.ts'
import { holdLook } from './windows.ts'

/** While the window is in front, its sessions are looked at. */
export function useLooking(shown: readonly SessionId[]): void {
  const isInFront = useSyncExternalStore(subscribe, () => document.hasFocus())
  const wanted = isInFront ? shown.join(' ') : ''
  useEffect(() => {
    const looking = new AbortController()
    for (const id of wanted.split(' ').filter(Boolean)) {
      void holdLook(SessionId.parse(id), looking.signal)
    }
    return () => looking.abort()
  }, [wanted])
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('focus', onChange)
  window.addEventListener('blur', onChange)
  return () => {
    window.removeEventListener('focus', onChange)
    window.removeEventListener('blur', onChange)
  }
}
