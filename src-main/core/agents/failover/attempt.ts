import type { ModelRef } from '#shared/events/value.ts'
import type { Failure } from './failures.ts'
import type { FaultPolicy } from './retry-policy.ts'

/** Of a delay, how much chance takes away from it or adds to it. */
const JITTER = 0.25

/** How long to wait before a call is made again that failed for the `attempt`th time; `undefined`: it is not. */
function retryDelay(
  { isTransient, retryAfterMs }: Pick<Failure, 'isTransient' | 'retryAfterMs'>,
  attempt: number,
  { retries, firstDelayMs, maxDelayMs, random }: FaultPolicy,
): number | undefined {
  if (!isTransient || attempt > retries) return undefined
  if (retryAfterMs !== undefined && retryAfterMs > maxDelayMs) return undefined
  const backOffMs = firstDelayMs * 2 ** (attempt - 1) * (1 - JITTER + 2 * JITTER * random())
  // Nobody comes back earlier than asked to, nor all at once.
  return Math.round(Math.min(Math.max(backOffMs, retryAfterMs ?? 0), maxDelayMs))
}

/** One try of a model call. */
export class Attempt {
  readonly model: ModelRef
  /** Counts all tries of the call, whichever models they were made with. */
  readonly number: number
  readonly #ofModel: number
  readonly #policy: FaultPolicy
  #decided: { readonly delayMs: number | undefined } | undefined

  constructor(
    {
      model,
      number,
      ofModel,
    }: { readonly model: ModelRef; readonly number: number; readonly ofModel: number },
    policy: FaultPolicy,
  ) {
    this.model = model
    this.number = number
    this.#ofModel = ofModel
    this.#policy = policy
  }

  /** How long to wait before the next one, now that it failed; `undefined`: there is none. Decided once. */
  retryDelay(failure: Pick<Failure, 'isTransient' | 'retryAfterMs'>): number | undefined {
    this.#decided ??= { delayMs: retryDelay(failure, this.#ofModel, this.#policy) }
    return this.#decided.delayMs
  }
}
