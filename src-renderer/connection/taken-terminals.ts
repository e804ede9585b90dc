import { Emitter } from '#shared/lib/emitter.ts'
import type { SessionId, SpanId } from '#shared/lib/ids.ts'
import type { HostClient } from './connection.ts'

/** An agent's terminal, named by the call that opened it. */
export interface OfCall {
  readonly sessionId: SessionId
  readonly spanId: SpanId
}

/**
 * The agents' terminals that a person took in this window, and has: each until it is given back, another
 * window takes it, its command ends or the connection is lost. A page that is loaded anew has none.
 */
export class HeldTerminals {
  readonly #client: Pick<HostClient, 'terminals.hold'>
  readonly #held = new Map<string, AsyncIterator<unknown>>()
  readonly #changed = new Emitter<void>()
  readonly #taken = new Emitter<OfCall>()

  constructor(client: Pick<HostClient, 'terminals.hold'>) {
    this.#client = client
  }

  readonly subscribe = this.#changed.subscribe

  /** Tells of each that was taken just now. */
  readonly onTaken = this.#taken.subscribe

  has(ofCall: OfCall): boolean {
    return this.#held.has(keyOf(ofCall))
  }

  /** Resolves once it is this window's. */
  async take(ofCall: OfCall): Promise<void> {
    const key = keyOf(ofCall)
    const hold = this.#client['terminals.hold'](ofCall)[Symbol.asyncIterator]()
    if ((await hold.next()).done) return
    this.#held.set(key, hold)
    void this.#letGo(key, hold)
    this.#changed.fire()
    this.#taken.fire(ofCall)
  }

  /** When it is over, however that came. */
  async #letGo(key: string, hold: AsyncIterator<unknown>): Promise<void> {
    // A connection that was lost is told of where the whole window is.
    await hold.next().catch(() => undefined)
    // It may have been taken here once more.
    if (this.#held.get(key) !== hold) return
    this.#held.delete(key)
    this.#changed.fire()
  }
}

function keyOf({ sessionId, spanId }: OfCall): string {
  return `${sessionId} ${spanId}`
}
