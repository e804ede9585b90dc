import { AppError } from '#shared/lib/app-error.ts'

/**
 * Waits for work as long as nobody stops; then fails, as cancelled or with what else the signal gives
 * as its reason, such as that the time is up. The work goes on by itself.
 */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(isPlain(signal.reason) ? cancelled() : signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Whether a signal was aborted without a reason. */
function isPlain(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'AbortError'
}

/** Returns the error for work that was stopped without a reason. */
export function cancelled(): AppError {
  return new AppError('cancelled', 'Cancelled.')
}
