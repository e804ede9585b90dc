import { useEffect, useState } from 'react'
import { untilIdle } from './idle.ts'

/** Whether the window has drawn what is seen, and so has time for what is not. */
export function useOnceIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    void untilIdle(signal).then(() => signal.aborted || setIdle(true))
    return () => left.abort()
  }, [])
  return isIdle
}
