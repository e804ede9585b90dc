import { useEffect, useEffectEvent } from 'react'
import type { Landing } from '../../client/navigation.tsx'
import { usePlayhead, useSessionStore } from '../../client/session-context.tsx'

interface LandProps {
  readonly landing: Exclude<Landing, 'live'>
  readonly onLanded: () => void
}

/** Takes the playhead there once the log is here. */
export function Land({ landing, onLanded }: LandProps) {
  const store = useSessionStore()
  const { play, seek } = usePlayhead()
  const land = useEffectEvent(() => {
    if (!store.isHistoryComplete) return
    onLanded()
    seek(landing === 'replay' ? 1 : landing)
    if (landing === 'replay') play()
  })
  useEffect(() => {
    const stop = store.subscribe(() => land())
    land()
    return stop
  }, [store])
  return null
}
