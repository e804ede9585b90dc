import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleAll,
} from 'cockatiel'
import { AppError } from '#shared/lib/app-error.ts'
import type { Patience } from './timeouts.ts'
import { isIll } from './transport/explain-failure.ts'

const MOST_OPEN_MS = 5 * 60_000

/** Leaves a server alone for a while that fails one call after the other, and longer each time. */
export class CallBreaker {
  readonly #policy: CircuitBreakerPolicy
  readonly #faults: number

  /** `onBreak` is told when that begins. */
  constructor({ faults, openMs }: Patience, onBreak: () => void) {
    this.#faults = faults
    this.#policy = circuitBreaker(handleAll, {
      breaker: new ConsecutiveBreaker(faults),
      halfOpenAfter: new ExponentialBackoff({ initialDelay: openMs, maxDelay: MOST_OPEN_MS }),
    })
    this.#policy.onBreak(onBreak)
  }

  /** Fails as the call does, or at once with a sentence. What a server answers is no fault of it. */
  async call<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
    // While one call finds out whether it is well again, the others don't wait for that.
    if (this.#policy.state === CircuitState.HalfOpen) throw this.#rests()
    try {
      const read = await this.#policy.execute(() => attempt(ask, signal))
      return read()
    } catch (error) {
      throw error instanceof BrokenCircuitError ? this.#rests() : error
    }
  }

  #rests(): AppError {
    const message = `It failed ${this.#faults} calls in a row, and is left alone for a while.`
    return new AppError('unavailable', message)
  }
}

/** Fails where the server is ill; gives back what came of it otherwise, be it an error. */
async function attempt<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<() => T> {
  try {
    const value = await ask()
    return () => value
  } catch (error) {
    if (!signal.aborted && isIll(error)) throw error
    return () => {
      throw error
    }
  }
}
