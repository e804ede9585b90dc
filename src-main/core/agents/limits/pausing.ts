import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import type { SpanId } from '#shared/lib/ids.ts'
import type { RunLimits } from './run-limits.ts'

interface ParkingOptions {
  readonly limits: RunLimits
  /** Of the run. */
  readonly signal: AbortSignal
  /** Resolves once all is written that was asked for. */
  readonly flush: () => Promise<void>
}

/**
 * Where the agents of a run stop when a person pauses it: each before its next model call. Counts what
 * is under way, so that it is known when nothing is but what is parked, waits for a person, or waits
 * for one of those.
 */
export class Parking {
  readonly #options: ParkingOptions
  #moving = 0
  /** Goes up with all that begins, rests or ends. */
  #changes = 0
  /** Calls that are in front of the gate or run, by their agent. */
  readonly #calls = new Map<SpanId, number>()
  #onStill: (() => void) | undefined
  #isStill = false
  readonly #listeners = new Set<(isStill: boolean) => void>()
  #released = Promise.withResolvers<void>()
  #hurried = Promise.withResolvers<void>()

  constructor(options: ParkingOptions) {
    this.#options = options
    const letGo = () => this.release()
    options.signal.addEventListener('abort', letGo, { once: true })
    options.limits.signal.addEventListener('abort', letGo, { once: true })
  }

  /** Until it is disposed, somebody works on their own: the lead, or an agent that nobody waits for. */
  work(): Disposable {
    return this.#move(1)
  }

  /** Until it is disposed, who works waits for somebody else. */
  rest(): Disposable {
    return this.#move(-1)
  }

  /** Until it is disposed, an agent has one more call under way. It waits for all of its calls itself. */
  call(agentId: SpanId): Disposable {
    const before = this.#calls.get(agentId) ?? 0
    this.#calls.set(agentId, before + 1)
    this.#count(before > 0 ? 1 : 0)
    return {
      [Symbol.dispose]: () => {
        const left = (this.#calls.get(agentId) ?? 1) - 1
        this.#calls.set(agentId, left)
        this.#count(left > 0 ? -1 : 0)
      },
    }
  }

  get isStill(): boolean {
    return this.#isStill
  }

  /** Told when nothing is under way any more but what waits for a person, and when something is again. */
  onDidChangeStill(listener: (isStill: boolean) => void): Disposable {
    this.#listeners.add(listener)
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) }
  }

  /** Asked for before every model call: waits while the run is paused, and that time is not counted. */
  async park(): Promise<void> {
    const { limits, signal } = this.#options
    while (this.#onStill) {
      using _waiting = limits.wait()
      using _resting = this.rest()
      await this.#released.promise
    }
    signal.throwIfAborted()
  }

  /** Waits for so long, or until there is nothing to wait for any more: the run is paused, or ends. */
  async delay(ms: number): Promise<void> {
    const { limits, signal } = this.#options
    const over = new AbortController()
    const waited = delay(ms, undefined, {
      signal: AbortSignal.any([signal, limits.signal, over.signal]),
    })
    await Promise.race([waited.catch(() => undefined), this.#hurried.promise])
    over.abort()
    signal.throwIfAborted()
  }

  /**
   * From now on agents park; `onStill` is called once nothing else is under way. Resolves when they are
   * let go, by whatever. A run that ends anyway is not paused.
   */
  begin(onStill: () => void): Promise<void> {
    const { limits, signal } = this.#options
    if (limits.reason || signal.aborted) return Promise.resolve()
    this.#onStill ??= onStill
    this.#hurried.resolve()
    void this.#watch()
    return this.#released.promise
  }

  /** Lets those go on that are parked. */
  release(): void {
    this.#onStill = undefined
    this.#released.resolve()
    this.#released = Promise.withResolvers()
    this.#hurried = Promise.withResolvers()
  }

  #move(by: 1 | -1): Disposable {
    this.#count(by)
    return { [Symbol.dispose]: () => this.#count(-by) }
  }

  #count(by: number): void {
    this.#moving += by
    this.#changes += 1
    if (this.#moving > 0) this.#setStill(false)
    void this.#watch()
  }

  #setStill(isStill: boolean): void {
    if (this.#isStill === isStill) return
    this.#isStill = isStill
    for (const listener of this.#listeners) listener(isStill)
  }

  /** Who was just woken has not said so yet: it is still where nothing has changed a while later. */
  async #watch(): Promise<void> {
    const before = this.#changes
    if (this.#moving > 0) return
    await this.#options.flush().catch(() => undefined)
    await turn()
    if (before !== this.#changes || this.#moving > 0) return
    this.#setStill(true)
    this.#onStill?.()
  }
}
