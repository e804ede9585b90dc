import { AppError } from '../lib/app-error.ts'
import type { ClientChannel, Reply } from '../wire/protocol.ts'
import type { Client, Contract } from './procedures/define.ts'

/**
 * Turns a channel into the contract: `client['sessions.send']({ … })`. When the channel closes,
 * everything under way fails as `unavailable`, and so does everything asked later.
 */
export function connectClient<C extends Contract>(channel: ClientChannel, contract: C): Client<C> {
  const exchange = new Exchange(channel)
  const client = Object.entries(contract).map(([path, { type }]) => [
    path,
    type === 'call'
      ? (input: unknown, signal?: AbortSignal) => exchange.call(path, input, signal)
      : (input: unknown, signal?: AbortSignal) => exchange.stream(path, input, signal),
  ])
  // Every path of the contract has its function; the compiler cannot see through `fromEntries`.
  return Object.fromEntries(client) as Client<C>
}

/** The requests under way on one channel, of whatever contract: what is asked is sent as it is. */
export class Exchange {
  readonly #channel: ClientChannel
  readonly #open = new Map<number, (reply: Reply) => void>()
  #lastId = 0
  #isClosed = false

  constructor(channel: ClientChannel) {
    this.#channel = channel
    channel.onMessage((reply) => this.#open.get(reply.id)?.(reply))
    channel.onClose(() => this.#close())
  }

  async call(path: string, input: unknown, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const id = this.#start(path, input, (reply) => {
      if (reply.type === 'failed') reject(AppError.fromWire(reply.error))
      else resolve(reply.value)
    })
    const cancel = () => this.#cancel(id)
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', cancel)
      this.#open.delete(id)
    }
  }

  async *stream(path: string, input: unknown, signal?: AbortSignal): AsyncGenerator<unknown> {
    signal?.throwIfAborted()
    const arrived: Reply[] = []
    let wake = () => {}
    const id = this.#start(path, input, (reply) => {
      arrived.push(reply)
      if (reply.type !== 'item') this.#open.delete(id)
      wake()
    })
    const cancel = () => this.#cancel(id)
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      for (;;) {
        const reply = arrived.shift()
        if (!reply) await new Promise<void>((resolve) => (wake = resolve))
        else if (reply.type === 'failed') throw AppError.fromWire(reply.error)
        else if (reply.type === 'end') return
        else {
          yield reply.value
          this.#send({ type: 'credit', id, count: 1 })
        }
      }
    } finally {
      signal?.removeEventListener('abort', cancel)
      if (this.#open.delete(id)) this.#cancel(id)
    }
  }

  #start(path: string, input: unknown, onReply: (reply: Reply) => void): number {
    if (this.#isClosed) throw disconnected()
    const id = this.#lastId + 1
    this.#lastId = id
    this.#open.set(id, onReply)
    try {
      this.#channel.send({ type: 'start', id, path, input })
    } catch (error) {
      this.#open.delete(id)
      throw error
    }
    return id
  }

  #cancel(id: number): void {
    this.#send({ type: 'cancel', id })
  }

  #send(message: Parameters<ClientChannel['send']>[0]): void {
    if (!this.#isClosed) this.#channel.send(message)
  }

  #close(): void {
    this.#isClosed = true
    const error = AppError.toWire(disconnected())
    for (const [id, onReply] of [...this.#open]) onReply({ type: 'failed', id, error })
  }
}

function disconnected(): AppError {
  return new AppError('unavailable', 'The connection to the host was lost.', {
    retryable: true,
    data: { isHostGone: true },
  })
}
