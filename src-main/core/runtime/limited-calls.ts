import { AppError } from '#shared/lib/app-error.ts'
import { Serial } from './serial-queue.ts'
import { WorkerCalls, type WorkerOptions } from './worker-entry.ts'

/** Thrown when a call takes longer than it may. */
export class TimeLimitExceeded extends Error {}

interface LimitedOptions<In> extends WorkerOptions {
  /** How long one call may take, not counting calls before it and the start of the thread. */
  readonly limitMs: number
  /** The first call of a new thread: loads what later calls use, however long that takes. */
  readonly warmUp: In
}

/**
 * Calls a worker thread, one call at a time. A call that exceeds the time limit rejects with
 * `TimeLimitExceeded`, and its thread is ended; the next call starts another.
 */
export class LimitedCalls<In, Out> implements AsyncDisposable {
  readonly #options: LimitedOptions<In>
  readonly #serial = new Serial()
  readonly #ending = new Set<Promise<void>>()
  #calls: WorkerCalls<In, Out> | undefined
  #isDisposed = false

  constructor(options: LimitedOptions<In>) {
    this.#options = options
  }

  call(input: In): Promise<Out> {
    return this.#serial.run(() => this.#call(input))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    this.#end()
    await Promise.all(this.#ending)
  }

  async #call(input: In): Promise<Out> {
    const calls = await this.#ready()
    const { promise: late, reject } = Promise.withResolvers<never>()
    // An answer that has arrived while this thread was busy is taken first.
    const onTimer = () => setImmediate(() => reject(new TimeLimitExceeded()))
    const timer = setTimeout(onTimer, this.#options.limitMs)
    try {
      return await Promise.race([calls.call(input), late])
    } catch (error) {
      // Whatever has failed, the next call gets a thread that has done nothing yet.
      this.#end()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  async #ready(): Promise<WorkerCalls<In, Out>> {
    if (this.#isDisposed) throw new AppError('cancelled', 'Canceled.')
    if (this.#calls) return this.#calls
    const calls = new WorkerCalls<In, Out>(this.#options)
    this.#calls = calls
    try {
      await calls.call(this.#options.warmUp)
      return calls
    } catch (error) {
      this.#end()
      throw error
    }
  }

  #end(): void {
    const calls = this.#calls
    this.#calls = undefined
    if (!calls) return
    const ending = calls[Symbol.asyncDispose]().finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
  }
}
