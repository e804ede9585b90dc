import type { Emitter } from '#shared/lib/emitter.ts'

export type WaitEnd = 'found' | 'quiet' | 'ended' | 'timeout'

interface Waiting {
  /** What there is to be told; `undefined`: nothing yet. */
  readonly look: () => WaitEnd | undefined | Promise<WaitEnd | undefined>
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
  const looks = createLooks(look, {
    resolve,
    reject,
    later: (ms) => {
      if (!waiting.disposed) set('again', ms, looks.now)
    },
  })
  const awaitQuiet = () => {
    if (quietMs !== undefined) set('quiet', quietMs, () => resolve('quiet'))
  }
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  waiting.defer(() => signal.removeEventListener('abort', onAbort))
  waiting.use(
    changed.event(() => {
      awaitQuiet()
      if (timers.has('look')) return
      set('look', LOOK_MS, () => {
        timers.delete('look')
        looks.now()
      })
    }),
  )
  set('limit', timeoutMs, looks.end)
  awaitQuiet()
  looks.now()
  return await promise
}

interface Looks {
  /** Looks now, or once more after the look that is under way. */
  readonly now: () => void
  /** Ends the wait: at once, or after the look that is under way. */
  readonly end: () => void
}

interface LookResults {
  readonly resolve: (end: WaitEnd) => void
  readonly reject: (error: unknown) => void
  readonly later: (ms: number) => void
}

/** Runs one look at a time. */
function createLooks(look: Waiting['look'], { resolve, reject, later }: LookResults): Looks {
  let current: { isStale: boolean; isLast: boolean } | undefined
  return {
    now: () => {
      if (current) {
        current.isStale = true
        return
      }
      const started = { isStale: false, isLast: false }
      current = started
      Promise.try(look).then((end) => {
        current = undefined
        if (end) resolve(end)
        else if (started.isLast) resolve('timeout')
        else later(started.isStale ? LOOK_MS : AGAIN_MS)
      }, reject)
    },
    end: () => {
      if (current) current.isLast = true
      else resolve('timeout')
    },
  }
}
