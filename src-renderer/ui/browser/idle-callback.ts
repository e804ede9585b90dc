import { useEffect, useState } from 'react'

/** However busy the window is, what waits for it to be idle goes on after so long. */
const LONGEST_MS = 500

/**
 * Until the window has drawn what there is to draw, or the signal. One that is hidden draws nothing:
 * there nothing is waited for, nor where a browser does not tell.
 */
export function untilIdle(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal.aborted || typeof requestIdleCallback === 'undefined' || document.hidden) resolve()
  else {
    const id = requestIdleCallback(() => resolve(), { timeout: LONGEST_MS })
    const giveUp = () => {
      cancelIdleCallback(id)
      resolve()
    }
    signal.addEventListener('abort', giveUp, { once: true })
    void promise.then(() => signal.removeEventListener('abort', giveUp))
  }
  return promise
}

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
