import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { usePlayhead, useSessionStore } from '../client/session-context.tsx'
import { findLanding } from './find-landing.ts'

/** Goes where the address says, now and whenever that changes; and gives the keys to the playhead. */
export function Landing() {
  const store = useSessionStore()
  const { seek } = usePlayhead()
  const isHere = useSyncExternalStore(store.subscribe, () => store.isHistoryComplete)
  const land = useEffectEvent(() => {
    const seq = findLanding(location.hash)
    if (seq !== undefined) seek(seq)
  })
  useEffect(() => {
    if (!isHere) return undefined
    land()
    document.querySelector<HTMLElement>('[role="slider"]')?.focus()
    const onChange = () => land()
    window.addEventListener('hashchange', onChange)
    return () => window.removeEventListener('hashchange', onChange)
  }, [isHere])
  return null
}
