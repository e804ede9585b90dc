import { once } from 'node:events'
import type { LeaseHolder } from '#shared/contract/procedures/host.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { Runs } from '../agents/run/runs.ts'
import { hostClosing } from '../runtime/lazy.ts'

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

/**
 * The leases that other processes hold on a host. While one is held, the host's process stays after its
 * own work is done. Once closed, no lease is granted, so that the process can end without failing a
 * client that connects at that moment: the client becomes the host itself.
 */
export class HostLeases {
  readonly #held = new Set<LeaseHolder>()
  readonly #onDidChange = new Emitter<void>()
  #isClosed = false

  readonly onDidChange = this.#onDidChange.event

  get holders(): readonly LeaseHolder[] {
    return [...this.#held]
  }

  /** Holds a lease until the stream is closed. Its one item says that the lease was granted. */
  async *hold(holder: LeaseHolder, signal: AbortSignal): AsyncGenerator<Record<string, never>> {
    if (this.#isClosed) throw hostClosing()
    const { promise: released, resolve } = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => resolve(), { once: true })
    if (signal.aborted) return
    this.#held.add(holder)
    try {
      this.#onDidChange.fire()
      yield {}
      await released
    } finally {
      this.#held.delete(holder)
      this.#onDidChange.fire()
    }
  }

  close(): void {
    this.#isClosed = true
  }
}
