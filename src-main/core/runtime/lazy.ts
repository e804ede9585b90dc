import { AppError } from '#shared/lib/app-error.ts'

/**
 * Something the host makes when it is first asked for, and disposes of if it ever was. What could not
 * be made is tried again; after disposal nothing is made any more.
 */
export class Lazy<T extends AsyncDisposable> implements AsyncDisposable {
  readonly #make: () => Promise<T>
  #made: Promise<T> | undefined
  #isDisposed = false

  constructor(make: () => Promise<T>) {
    this.#make = make
  }

  readonly get = (): Promise<T> => {
    if (this.#isDisposed) return Promise.reject(hostClosing())
    this.#made ??= this.#attempt()
    return this.#made
  }

  /** What was made already. */
  readonly find = (): Promise<T> | undefined => this.#made

  async #attempt(): Promise<T> {
    try {
      return await this.#make()
    } catch (error) {
      this.#made = undefined
      throw error
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    // What could not be made has nothing to dispose of; whoever asked for it was told.
    const made = await this.#made?.catch(() => undefined)
    await made?.[Symbol.asyncDispose]()
  }
}

/** Why a host that is about to end refuses new work. Another process can become the host and do it. */
export function hostClosing(): AppError {
  return new AppError('unavailable', 'Orrery is closing.', { data: { isHostGone: true } })
}
