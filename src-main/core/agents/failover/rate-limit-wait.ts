import type { Draft, EventFor } from '#shared/events/index.ts'
import type { ModelRef } from '#shared/events/value.ts'
import type { Wait } from '#shared/projections/status.ts'
import { type Clock, waitUntil } from '../../runtime/clock.ts'
import type { Slots } from '../limits/concurrency-limit.ts'
import type { Parking } from '../limits/pausing.ts'
import type { RunLimits } from '../limits/run-limits.ts'
import type { Agent } from '../recording/agent-directory.ts'
import type { RunLog } from '../recording/run-log.ts'
import type { Failure } from './failures.ts'
import { type Limited, nameOf } from './model-choice.ts'
import type { FaultPolicy } from './retry-policy.ts'

interface LimitWaitOptions {
  readonly log: RunLog
  readonly limits: RunLimits
  readonly parking: Parking
  readonly slots: Slots
  readonly faults: FaultPolicy
  /** The machine's time of day, which passes while it sleeps. */
  readonly wallClock: Clock
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal
  /** The wait that the run continues; it is in the log. */
  readonly pending: Wait | undefined
}

/** How a wait ends. */
export interface WaitEnd {
  readonly how: 'time' | 'resumed' | 'model'
  readonly model?: ModelRef
}

/**
 * Lets the agents of a run wait until the limits of their providers end. All of them continue together,
 * after the latest end.
 */
export class LimitWait {
  readonly #options: LimitWaitOptions
  readonly #waiting = new Set<Limited>()
  #pending: Wait | undefined
  /** The end that is in the log. */
  #announced: number | undefined
  #released = Promise.withResolvers<void>()
  /** Aborted when the end that is waited for is another one. */
  #watching = new AbortController()

  constructor(options: LimitWaitOptions) {
    this.#options = options
    this.#pending = options.pending
    this.#announced = options.pending?.until
    const release = () => this.#release()
    options.signal.addEventListener('abort', release, { once: true })
    options.limits.signal.addEventListener('abort', release, { once: true })
  }

  /** The limit that ends last; `undefined`: no agent waits. */
  get latest(): Limited | undefined {
    return [...this.#waiting].toSorted((a, b) => b.until - a.until)[0]
  }

  /** The limit that a failed call ran into; `undefined`: it has none that a run waits for. */
  findLimit(
    model: ModelRef,
    { isTransient, retryAfterMs, message, limit }: Failure,
  ): Limited | undefined {
    const { faults, wallClock } = this.#options
    if (!isTransient || retryAfterMs === undefined) return undefined
    if (retryAfterMs <= faults.maxDelayMs || retryAfterMs > faults.maxLimitMs) return undefined
    return { model, until: wallClock.now() + retryAfterMs, reason: limit ?? message, message }
  }

  /** Waits where the agent's model is known to be limited. */
  async enter(agent: Agent, model: ModelRef): Promise<void> {
    const limited = this.#findKnown(model)
    if (limited) await this.wait(agent, limited)
    else if (this.#pending) void this.#watchClock()
  }

  /** Waits until the latest limit of all agents has ended, or a person ends the wait. That time isn't counted. */
  async wait({ agentId }: Agent, limited: Limited): Promise<void> {
    const { limits, parking, slots, signal } = this.#options
    signal.throwIfAborted()
    if (limits.reason) return
    const own = { ...limited }
    this.#waiting.add(own)
    slots.lend(agentId)
    const released = this.#released.promise
    void this.#watchClock()
    await restUntil(released, { limits, parking })
    this.#waiting.delete(own)
    await slots.takeBack(agentId, signal)
    signal.throwIfAborted()
  }

  /** Records the wait, unless it is in the log. Called when nothing else in the run can continue. */
  announce(): void {
    const { latest } = this
    if (!latest || this.#announced === latest.until) return
    const { log } = this.#options
    const before = this.#endOf({ how: 'replaced' })
    this.#announced = latest.until
    const models = uniqueModels([...this.#waiting].map(({ model }) => model))
    const data = { until: latest.until, models, reason: latest.reason }
    log.append(...before, { kind: 'limit.reached', data }).catch(log.onRefused)
  }

  /** Records that the wait ended with its run. */
  async close(): Promise<void> {
    const drafts = this.#endOf({ how: 'stopped' })
    await this.#options.log.append(...drafts)
  }

  /** Lets all agents continue. Resolves once that is recorded. */
  async end(end: WaitEnd): Promise<void> {
    await this.#options.log.append(...this.#endOf(end))
    this.#release()
  }

  #endOf(data: EventFor<'limit.resolved'>['data']): readonly Draft[] {
    const isRecorded = this.#announced !== undefined
    this.#announced = undefined
    return isRecorded ? [{ kind: 'limit.resolved', data }] : []
  }

  #release(): void {
    this.#pending = undefined
    this.#waiting.clear()
    this.#watching.abort()
    this.#released.resolve()
    this.#released = Promise.withResolvers()
  }

  #findKnown(model: ModelRef): Limited | undefined {
    const isSame = (other: ModelRef) => nameOf(other) === nameOf(model)
    const pending = this.#pending
    if (pending?.models.some(isSame) && pending.until > this.#options.wallClock.now()) {
      const { until, reason } = pending
      return { model, until, reason, message: reason }
    }
    return [...this.#waiting].find((limited) => isSame(limited.model))
  }

  /** Those that failed together don't come back together with those of other hosts. */
  async #watchClock(): Promise<void> {
    const { faults, wallClock, log } = this.#options
    this.#watching.abort()
    const watching = new AbortController()
    this.#watching = watching
    const jitterMs = faults.limitJitterMs * faults.random()
    const until = Math.max(this.latest?.until ?? 0, this.#pending?.until ?? 0)
    await waitUntil(until + jitterMs, wallClock, watching.signal)
    if (!watching.signal.aborted) await this.end({ how: 'time' }).catch(log.onRefused)
  }
}

async function restUntil(
  released: Promise<void>,
  { limits, parking }: Pick<LimitWaitOptions, 'limits' | 'parking'>,
): Promise<void> {
  using _waiting = limits.wait()
  using _resting = parking.rest()
  await released
}

function uniqueModels(models: readonly ModelRef[]): ModelRef[] {
  return [...new Map(models.map((model) => [nameOf(model), model])).values()]
}
