import { AppError } from '#shared/error.ts'

interface Waiting {
  readonly resolve: (body: unknown) => void
  readonly reject: (error: Error) => void
}

interface Awaited {
  /** What is waited for, as a sentence may name it. */
  readonly what: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** Questions that were asked and not answered yet, by number. */
export class Pending {
  readonly #waiting = new Map<number, Waiting>()
  #last = 0
  #closedWith: string | undefined

  /** `send` gets the number that the answer will name. */
  async ask(send: (id: number) => void, { what, timeoutMs, signal }: Awaited): Promise<unknown> {
    signal?.throwIfAborted()
    if (this.#closedWith !== undefined) throw new AppError('unavailable', this.#closedWith)
    this.#last += 1
    const id = this.#last
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#waiting.set(id, { resolve, reject })
    const late = () => reject(new AppError('unavailable', tooLate(what, timeoutMs)))
    const timer = setTimeout(late, timeoutMs)
    const onAbort = () => reject(new AppError('cancelled', 'Cancelled.', { cause: signal?.reason }))
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      send(id)
      return await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      this.#waiting.delete(id)
    }
  }

  resolve(id: number, body: unknown): void {
    this.#waiting.get(id)?.resolve(body)
  }

  reject(id: number, message: string): void {
    this.#waiting.get(id)?.reject(new AppError('unavailable', message))
  }

  /** Nothing is answered any more. */
  close(sentence: string): void {
    this.#closedWith ??= sentence
    for (const id of [...this.#waiting.keys()]) this.reject(id, sentence)
  }
}

function tooLate(what: string, timeoutMs: number): string {
  const seconds = Math.round(timeoutMs / 100) / 10
  return `The debugger did not answer “${what}” within ${seconds} seconds. It may hang: end it with debug_control and action stop, then start again.`
}
