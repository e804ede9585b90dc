import { useSyncExternalStore } from 'react'
import { useIsLive, useLiveView, useMoment, useSessionClock } from './session-context.tsx'

/**
 * The time at the playhead, to measure what is still under way by: in the past that of the last
 * event, live that of the session's clock, by the second while `isTicking`.
 */
export function useViewClock(isTicking: boolean): number {
  const { at } = useMoment()
  const isLive = useIsLive()
  const time = useTicks(isTicking && isLive)
  return isLive ? Math.max(time, at) : at
}

/** How far the session has come, wherever the playhead is: while a run is on, by the second. */
export function useLiveEnd(isTicking: boolean): number {
  const live = useLiveView()
  return Math.max(useTicks(isTicking), live.at)
}

function useTicks(isTicking: boolean): number {
  const clock = useSessionClock()
  return useSyncExternalStore(isTicking ? clock.subscribe : hearNothing, clock.time)
}

const hearNothing = () => () => {}
