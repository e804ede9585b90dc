import { once } from 'node:events'
import type { LeaseHolder } from '#shared/contract/host.ts'
import type { Runs } from './agents/runs.ts'
import type { HostLeases } from './host-leases.ts'

/** What a host still has to do for others when its own process is done with it. */
export interface HostUse {
  /** Other processes that hold a lease. */
  readonly holders: readonly LeaseHolder[]
  /**
   * Resolves once no lease is held and every run has ended or waits for a person, or when `signal`
   * aborts. In the first case no lease is granted from then on.
   */
  untilUnused(signal: AbortSignal): Promise<void>
  /**
   * Grants no more leases and interrupts each run before its next model call, so that another host can
   * resume it without losing a tool call. Resolves once all have ended, or when `signal` aborts.
   */
  handOver(signal: AbortSignal): Promise<void>
}

interface Watched {
  readonly leases: HostLeases
  /** `undefined` where no run was ever started. */
  readonly findRuns: () => Promise<Runs> | undefined
}

export function watchHostUse({ leases, findRuns }: Watched): HostUse {
  return {
    get holders() {
      return leases.holders
    },
    untilUnused: async (signal) => {
      while (!signal.aborted) {
        const runs = await findRuns()
        if (leases.holders.length === 0 && (runs?.isIdle ?? true)) return leases.close()
        await nextChange([leases.onDidChange, ...(runs ? [runs.onDidChangeIdle] : [])], signal)
      }
    },
    handOver: async (signal) => {
      leases.close()
      const runs = await findRuns()
      await Promise.race([runs?.handOver(), aborted(signal)])
    },
  }
}

type Subscribe = (listener: () => void) => Disposable

async function nextChange(events: readonly Subscribe[], signal: AbortSignal): Promise<void> {
  using listening = new DisposableStack()
  const { promise, resolve } = Promise.withResolvers<void>()
  const onChange = () => resolve()
  for (const subscribe of events) listening.use(subscribe(onChange))
  signal.addEventListener('abort', onChange)
  listening.defer(() => signal.removeEventListener('abort', onChange))
  await promise
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
