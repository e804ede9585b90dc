/** A place among the runs at work, until it is disposed. */
export interface RunPlace extends Disposable {
  /** The next one may have it meanwhile. */
  lend(): void
  /** Who comes back does not wait: for a while more may run than there are places. */
  takeBack(): void
}

interface Entering {
  readonly signal: AbortSignal
  /** Called where there is no place, before the wait, with how many come first. */
  readonly onWait: (ahead: number) => void
}

/** How many sessions run at once. The others wait, and begin in the order they came. */
export class RunQueue {
  readonly #readPlaces: () => number
  readonly #waiting: (() => void)[] = []
  #taken = 0

  /** `readPlaces` is asked whenever one may be given. */
  constructor(readPlaces: () => number) {
    this.#readPlaces = readPlaces
  }

  /** Resolves once there is a place; rejects with the signal's reason. */
  async enter({ signal, onWait }: Entering): Promise<RunPlace> {
    signal.throwIfAborted()
    if (this.#waiting.length === 0 && this.#taken < this.#readPlaces()) this.#taken += 1
    else {
      onWait(this.#waiting.length)
      await this.#wait(signal)
    }
    return this.#place()
  }

  /** Lets those begin that have a place: called when there may be more of them. */
  review(): void {
    while (this.#waiting.length > 0 && this.#taken < this.#readPlaces()) {
      this.#taken += 1
      this.#waiting.shift()?.()
    }
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      const at = this.#waiting.indexOf(resolve)
      if (at >= 0) this.#waiting.splice(at, 1)
      reject(signal.reason)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    this.#waiting.push(resolve)
    await promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  #place(): RunPlace {
    let isGone = false
    let isTaken = true
    const take = (isToBeTaken: boolean) => {
      if (isGone || isTaken === isToBeTaken) return
      isTaken = isToBeTaken
      this.#taken += isTaken ? 1 : -1
      this.review()
    }
    return {
      lend: () => take(false),
      takeBack: () => take(true),
      [Symbol.dispose]: () => {
        take(false)
        isGone = true
      },
    }
  }
}
