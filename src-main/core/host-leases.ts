import type { LeaseHolder } from '#shared/contract/host.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import { hostClosing } from './host-closing.ts'

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
