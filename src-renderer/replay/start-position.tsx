import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { usePlayhead, useSessionStore } from '../session/session-context.tsx'

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

/** The event that an address asks for: `#at=412`. */
export function findLanding(hash: string): number | undefined {
  const [, seq] = /^#at=(\d{1,9})$/.exec(hash) ?? []
  return seq === undefined ? undefined : Number(seq)
}
