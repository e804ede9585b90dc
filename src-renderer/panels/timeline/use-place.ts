import { useSyncExternalStore } from 'react'
import { useLiveView, usePlayhead, useSessionStore } from '../../client/session-context.tsx'
import { useIsRunning } from '../../client/use-is-running.ts'
import { useLiveEnd } from '../../client/use-view-clock.ts'
import { type Place, placeOf } from './place.ts'

/** Where the playhead is; it goes along with the log, and with the clock while a run is on. */
export function usePlace(): Place {
  const store = useSessionStore()
  const live = useLiveView()
  const { playhead } = usePlayhead()
  const endAt = useLiveEnd(useIsRunning(live))
  useSyncExternalStore(live.subscribe, () => live.seq)
  return placeOf(store, playhead, endAt)
}
