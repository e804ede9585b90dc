import { useEffect, useState } from 'react'
import { usePlayhead, useSessionView } from './session-context.tsx'

/**
 * The time at the playhead, to measure what is still under way by: in the past that of the last
 * event, live that of the clock, by the second while `isTicking`.
 */
export function useViewClock(isTicking: boolean): number {
  const view = useSessionView()
  const isLive = usePlayhead().playhead === 'live'
  const [now, setNow] = useState(() => Date.now())
  const isOn = isTicking && isLive
  useEffect(() => {
    if (!isOn) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOn])
  return isLive ? Math.max(now, view.at) : view.at
}
