import type { Emitter } from '#shared/lib/emitter.ts'

export type WaitEnd = 'found' | 'quiet' | 'ended' | 'timeout'

interface Waiting {
  /** What there is to be told; `undefined`: nothing yet. */
  readonly look: () => WaitEnd | undefined
  /** Over once nothing has changed for so long; absent: however long it is quiet. */
  readonly quietMs?: number
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** What prints very much is looked at this often. */
const LOOK_MS = 50
/** A look may have had no time: there is another, though nothing has changed. */
const AGAIN_MS = 500

type Timing = 'limit' | 'quiet' | 'look' | 'again'

/** Waits for what a terminal prints to come to something. Rejects where it is aborted, or a look fails. */
export async function waitForOutput(
  changed: Emitter<void>,
  { look, quietMs, timeoutMs, signal }: Waiting,
): Promise<WaitEnd> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<WaitEnd>()
  const timers = new Map<Timing, NodeJS.Timeout>()
  using waiting = new DisposableStack()
  waiting.defer(() => {
    for (const timer of timers.values()) clearTimeout(timer)
  })
  const set = (name: Timing, ms: number, act: () => void) => {
    clearTimeout(timers.get(name))
    timers.set(name, setTimeout(act, ms))
  }
  const lookNow = () => {
    timers.delete('look')
    try {
      const end = look()
      if (end) resolve(end)
      else set('again', AGAIN_MS, lookNow)
    } catch (error) {
      reject(error)
    }
  }
  const awaitQuiet = () => {
    if (quietMs !== undefined) set('quiet', quietMs, () => resolve('quiet'))
  }
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  waiting.defer(() => signal.removeEventListener('abort', onAbort))
  waiting.use(
    changed.event(() => {
      awaitQuiet()
      if (!timers.has('look')) set('look', LOOK_MS, lookNow)
    }),
  )
  set('limit', timeoutMs, () => resolve('timeout'))
  awaitQuiet()
  lookNow()
  return await promise
}
