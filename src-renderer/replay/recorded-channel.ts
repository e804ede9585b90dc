import type { ClientChannel, Reply, Request } from '#shared/contract/wire.ts'
import { AppError } from '#shared/error.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { RecordedHandlers } from './recorded-host.ts'

type Handler = (input: unknown, signal: AbortSignal) => unknown

/** The way to a recording, as if it were a host. It is never lost. */
export class RecordedChannel implements ClientChannel {
  readonly #handlers: Readonly<Record<string, Handler>>
  readonly #messages = new Emitter<Reply>()
  readonly #running = new Map<number, AbortController>()

  readonly onMessage = this.#messages.event

  constructor(handlers: RecordedHandlers) {
    // Each is called with the input of its own procedure: the client's types see to that.
    this.#handlers = handlers as unknown as Readonly<Record<string, Handler>>
  }

  /** What is asked for is all here: nobody needs to wait for credit. */
  send(request: Request): void {
    if (request.type === 'cancel') this.#running.get(request.id)?.abort()
    if (request.type === 'start') void this.#answer(request.id, request.path, request.input)
  }

  onClose(): Disposable {
    return { [Symbol.dispose]: () => {} }
  }

  [Symbol.dispose](): void {
    for (const abort of this.#running.values()) abort.abort()
    this.#messages[Symbol.dispose]()
  }

  async #answer(id: number, path: string, input: unknown): Promise<void> {
    const abort = new AbortController()
    this.#running.set(id, abort)
    try {
      const answer = this.#find(path)(input, abort.signal)
      if (isStream(answer)) await this.#pour(id, answer, abort.signal)
      const value = isStream(answer) ? undefined : await answer
      this.#reply({ type: 'end', id, value })
    } catch (error) {
      this.#reply({ type: 'failed', id, error: AppError.toWire(error) })
    } finally {
      this.#running.delete(id)
    }
  }

  #find(path: string): Handler {
    const handler = this.#handlers[path]
    if (handler) return handler
    throw new AppError('unsupported', 'This is a recording: nothing can be done here.')
  }

  async #pour(id: number, items: AsyncIterable<unknown>, signal: AbortSignal): Promise<void> {
    for await (const value of items) {
      signal.throwIfAborted()
      this.#reply({ type: 'item', id, value })
    }
  }

  #reply(reply: Reply): void {
    if (this.#running.get(reply.id)?.signal.aborted === false) this.#messages.fire(reply)
  }
}

function isStream(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer
}
