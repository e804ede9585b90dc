import type { SpanId } from '#shared/lib/ids.ts'

interface Entering {
  readonly signal: AbortSignal
  /** Called where there is no room, before the wait. */
  readonly onWait?: () => void
}

/**
 * How many agents of a session are at work at once, the lead not counted. Others begin in the order
 * they came. An agent that waits for a subagent of its own holds no place meanwhile, so that agents
 * which delegate can fill every place and none waits for ever.
 */
export class Slots {
  #free: number
  readonly #rest: () => Disposable
  readonly #waiting: (() => void)[] = []
  /** Those that have begun, and how many subagents each waits for. */
  readonly #begun = new Map<SpanId, number>()

  /** `rest`: until it is disposed, an agent waits for room. */
  constructor(places: number, rest: () => Disposable) {
    this.#free = places
    this.#rest = rest
  }

  /** Resolves once there is room; rejects with the signal's reason. */
  async enter(agentId: SpanId, { signal, onWait }: Entering): Promise<void> {
    signal.throwIfAborted()
    if (this.#free === 0) onWait?.()
    await this.#take(signal, (go) => this.#waiting.push(go))
    this.#begun.set(agentId, 0)
  }

  /** Of an agent that entered, once. */
  leave(agentId: SpanId): void {
    if (this.#begun.get(agentId) === 0) this.#release()
    this.#begun.delete(agentId)
  }

  /** An agent waits for a subagent from now on. One that holds no place, as the lead, has none to give. */
  lend(agentId: SpanId): void {
    const awaited = this.#begun.get(agentId)
    if (awaited === undefined) return
    this.#begun.set(agentId, awaited + 1)
    if (awaited === 0) this.#release()
  }

  /** Its subagent has ended: with the last one it takes its place again, before all that have not begun. */
  async takeBack(agentId: SpanId, signal: AbortSignal): Promise<void> {
    const awaited = this.#begun.get(agentId)
    if (awaited === undefined) return
    if (awaited > 1) {
      this.#begun.set(agentId, awaited - 1)
      return
    }
    await this.#take(signal, (go) => this.#waiting.unshift(go))
    const now = this.#begun.get(agentId)
    // It may have ended while it waited, or have asked for one more.
    if (now !== 1) this.#release()
    if (now !== undefined) this.#begun.set(agentId, now - 1)
  }

  async #take(signal: AbortSignal, line: (go: () => void) => void): Promise<void> {
    signal.throwIfAborted()
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      const place = this.#waiting.indexOf(resolve)
      if (place >= 0) this.#waiting.splice(place, 1)
      reject(signal.reason)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    line(resolve)
    using _resting = this.#rest()
    await promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  #release(): void {
    const go = this.#waiting.shift()
    if (go) go()
    else this.#free += 1
  }
}
