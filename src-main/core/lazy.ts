/** Something the host makes when it is first asked for, and disposes of if it ever was. */
export class Lazy<T extends AsyncDisposable> implements AsyncDisposable {
  readonly #make: () => Promise<T>
  #made: Promise<T> | undefined

  constructor(make: () => Promise<T>) {
    this.#make = make
  }

  readonly get = (): Promise<T> => {
    this.#made ??= this.#make()
    return this.#made
  }

  /** What was made already. */
  readonly find = (): Promise<T> | undefined => this.#made

  async [Symbol.asyncDispose](): Promise<void> {
    // What could not be made has nothing to dispose of; whoever asked for it was told.
    const made = await this.#made?.catch(() => undefined)
    await made?.[Symbol.asyncDispose]()
  }
}
