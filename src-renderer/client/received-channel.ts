import type { ClientChannel, Reply } from '#shared/contract/wire.ts'
import { Emitter } from '#shared/lib/emitter.ts'

interface Carrier {
  send(message: unknown): void
  close(): void
}

/** The receiving half of a channel: a carrier pushes messages, singly or in batches, and its close. */
export class ReceivedChannel implements ClientChannel {
  readonly #carrier: Carrier
  readonly #messages = new Emitter<Reply>()
  readonly #closed = new Emitter<void>()
  #isClosed = false

  readonly onMessage = this.#messages.event

  constructor(carrier: Carrier) {
    this.#carrier = carrier
  }

  send(message: Parameters<ClientChannel['send']>[0]): void {
    this.#carrier.send(message)
  }

  onClose(listener: () => void): Disposable {
    if (this.#isClosed) listener()
    return this.#closed.event(listener)
  }

  /** The host's own code wrote these: they are taken as they are. */
  receive(message: Reply | readonly Reply[]): void {
    for (const reply of Array.isArray(message) ? message : [message]) this.#messages.fire(reply)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#closed.fire()
  }

  [Symbol.dispose](): void {
    this.#carrier.close()
    this.close()
  }
}
