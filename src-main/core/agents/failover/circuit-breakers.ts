import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
} from 'cockatiel'
import type { ModelRef } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { Fault } from './classify-failure.ts'
import type { FaultPolicy } from './retry-policy.ts'

/** What says that a provider is ill; all else says that it answers. */
const ILL: ReadonlySet<Fault> = new Set(['overload', 'timeout', 'connection'])

interface BreakersOptions extends Pick<FaultPolicy, 'circuitFailures' | 'circuitOpenMs'> {
  readonly faultOf: (error: unknown, model: ModelRef) => Fault
}

/** A call that was cut off tells nothing of its provider. */
class CutOff extends Error {}

/** One circuit breaker a provider, for all runs of a host: one that keeps failing is left alone for a while. */
export class CircuitBreakers {
  readonly #options: BreakersOptions
  readonly #byProvider = new Map<string, CircuitBreakerPolicy>()

  constructor(options: BreakersOptions) {
    this.#options = options
  }

  /** Calls, unless the provider is left alone: then it fails with a sentence, and as an overload. */
  async call<T>(model: ModelRef, ask: () => PromiseLike<T> | T, signal: AbortSignal): Promise<T> {
    const breaker = this.#of(model)
    // While one call finds out whether it is well again, the others don't wait for that.
    if (breaker.state === CircuitState.HalfOpen) throw this.#rests(model)
    try {
      const read = await breaker.execute(() => this.#try(model, ask, { signal, breaker }))
      return read()
    } catch (error) {
      if (error instanceof BrokenCircuitError) throw this.#rests(model)
      throw error instanceof CutOff ? error.cause : error
    }
  }

  /** Fails where the provider is ill; gives back what came of it otherwise, be it an error. */
  async #try<T>(
    model: ModelRef,
    ask: () => PromiseLike<T> | T,
    { signal, breaker }: { readonly signal: AbortSignal; readonly breaker: CircuitBreakerPolicy },
  ): Promise<() => T> {
    signal.throwIfAborted()
    try {
      const value = await ask()
      return () => value
    } catch (error) {
      const isTrial = breaker.state === CircuitState.HalfOpen
      if (signal.aborted && !isTrial) throw new CutOff('cut off', { cause: error })
      if (signal.aborted || ILL.has(this.#options.faultOf(error, model))) throw error
      return () => {
        throw error
      }
    }
  }

  #rests({ provider }: ModelRef): AppError {
    const { circuitFailures, circuitOpenMs } = this.#options
    const seconds = Math.ceil(circuitOpenMs / 1000)
    const message = `${provider} failed ${circuitFailures} times in a row and is left alone for ${seconds} seconds. Resume after that, or choose another model.`
    return new AppError('unavailable', message, { data: { fault: 'overload' } })
  }

  #of({ provider, baseUrl = '' }: ModelRef): CircuitBreakerPolicy {
    const name = `${provider} ${baseUrl}`
    const known = this.#byProvider.get(name)
    if (known) return known
    const { circuitFailures, circuitOpenMs } = this.#options
    const created = circuitBreaker(
      handleWhen((error) => !(error instanceof CutOff)),
      { breaker: new ConsecutiveBreaker(circuitFailures), halfOpenAfter: circuitOpenMs },
    )
    this.#byProvider.set(name, created)
    return created
  }
}
