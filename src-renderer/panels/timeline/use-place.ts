import { useSyncExternalStore } from 'react'
import type { StatusState } from '#shared/projections/status.ts'
import { useLiveView, usePlayhead, useSessionStore } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import { useLiveEnd } from '../../client/use-view-clock.ts'
import { type Place, placeOf } from './place.ts'

const isRunning = (state: StatusState) => state.runId !== undefined

/** Where the playhead is; it goes along with the log, and with the clock while a run is on. */
export function usePlace(): Place {
  const store = useSessionStore()
  const live = useLiveView()
  const { playhead } = usePlayhead()
  const endAt = useLiveEnd(useProjection(live, 'status', isRunning))
  useSyncExternalStore(live.subscribe, () => live.seq)
  return placeOf(store, playhead, endAt)
}
