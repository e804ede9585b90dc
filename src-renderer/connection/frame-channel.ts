import { Emitter } from '#shared/lib/emitter.ts'
import type { ClientChannel, Reply, Request } from '#shared/wire/protocol.ts'

interface Carrier {
  /** Throws if no frame can carry a message. */
  check?(message: Request): void
  send(frame: readonly Request[]): void
  close(): void
}

/** A channel over a carrier of frames, each an array of messages: what is sent in one turn is one frame. */
export class FrameChannel implements ClientChannel {
  readonly #carrier: Carrier
  readonly #messages = new Emitter<Reply>()
  readonly #closed = new Emitter<void>()
  #outgoing: Request[] = []
  #isClosed = false

  readonly onMessage = this.#messages.event

  constructor(carrier: Carrier) {
    this.#carrier = carrier
  }

  send(message: Request): void {
    this.#carrier.check?.(message)
    this.#outgoing.push(message)
    if (this.#outgoing.length === 1) queueMicrotask(() => this.#flush())
  }

  onClose(listener: () => void): Disposable {
    if (this.#isClosed) listener()
    return this.#closed.event(listener)
  }

  /** The host's own code wrote these: they are taken as they are. */
  receive(frame: readonly Reply[]): void {
    for (const reply of frame) this.#messages.fire(reply)
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

  #flush(): void {
    const frame = this.#outgoing
    this.#outgoing = []
    if (!this.#isClosed) this.#carrier.send(frame)
  }
}
