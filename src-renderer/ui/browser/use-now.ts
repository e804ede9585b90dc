import { useEffect, useState } from 'react'

/** The time of day in milliseconds since the epoch, anew every so many of them. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(ticking)
  }, [everyMs])
  return now
}
