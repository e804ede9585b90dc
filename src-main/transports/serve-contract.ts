import type { Call, Contract, Handlers, Stream } from '#shared/contract/procedures/define.ts'
import type { ClientName } from '#shared/events/value.ts'
import { tellIssue } from '#shared/format/describe-issue.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { HostChannel, Reply, Request } from '#shared/wire/protocol.ts'

/** What reads it calls itself for each level, and has only so much stack. */
const DEEPEST = 100

export interface Served<C extends Contract> {
  readonly contract: C
  readonly handlers: Handlers<C>
  /** Recorded with the decisions that are made on this channel. */
  readonly client?: ClientName
  /** Told of every error that is a bug: the client learns only that there was one. */
  readonly report: (error: unknown, path: string) => void
}

/**
 * Answers the requests of one channel until it closes or the answer is disposed of; both cancel
 * what is still under way. The channel stays the caller's.
 */
export function serve<C extends Contract>(channel: HostChannel, served: Served<C>): Disposable {
  const server = new Server(channel, served)
  const listening = channel.onMessage((request) => server.receive(request))
  const closing = channel.onClose(() => server[Symbol.dispose]())
  return {
    [Symbol.dispose]() {
      listening[Symbol.dispose]()
      closing[Symbol.dispose]()
      server[Symbol.dispose]()
    },
  }
}

interface Running {
  readonly abort: AbortController
  readonly credit: Credit
}

type Handler = (input: unknown, signal: AbortSignal, client?: ClientName) => unknown

class Server<C extends Contract> implements Disposable {
  readonly #channel: HostChannel
  readonly #served: Served<C>
  readonly #running = new Map<number, Running>()
  #isClosed = false

  constructor(channel: HostChannel, served: Served<C>) {
    this.#channel = channel
    this.#served = served
  }

  receive(request: Request): void {
    const running = this.#running.get(request.id)
    if (request.type === 'cancel') running?.abort.abort()
    else if (request.type === 'credit') running?.credit.give(request.count)
    else if (running) this.#channel[Symbol.dispose]()
    else void this.#answer(request.id, request.path, request.input)
  }

  [Symbol.dispose](): void {
    this.#isClosed = true
    for (const { abort } of this.#running.values()) abort.abort()
  }

  /** Settles always: what goes wrong is sent, and a bug reported. */
  async #answer(id: number, path: string, input: unknown): Promise<void> {
    const abort = new AbortController()
    try {
      const { procedure, handler } = this.#find(path)
      const window = procedure.type === 'stream' ? procedure.window : 0
      const running = { abort, credit: new Credit(window) }
      this.#running.set(id, running)
      const result = handler(parse(procedure, path, input), abort.signal, this.#served.client)
      const value = procedure.type === 'call' ? await result : undefined
      if (procedure.type === 'stream') await this.#pour(id, result, running)
      this.#send({ type: 'end', id, value })
    } catch (error) {
      this.#fail(id, path, error, abort.signal)
    } finally {
      this.#running.delete(id)
    }
  }

  /** An item is made when it may be sent: until then, more may come to be said in it. */
  async #pour(id: number, items: unknown, { abort, credit }: Running): Promise<void> {
    // A stream's handler answers with an async iterable: `Handlers` demands it.
    const making = (items as AsyncIterable<unknown>)[Symbol.asyncIterator]()
    try {
      for (;;) {
        await credit.take(abort.signal)
        const made = await making.next()
        if (made.done) return
        this.#send({ type: 'item', id, value: made.value })
      }
    } finally {
      await making.return?.()
    }
  }

  #fail(id: number, path: string, error: unknown, signal: AbortSignal): void {
    if (signal.aborted) {
      const cancelled = new AppError('cancelled', 'Cancelled.')
      this.#send({ type: 'failed', id, error: AppError.toWire(cancelled) })
      return
    }
    if (!AppError.is(error)) this.#served.report(error, path)
    this.#send({ type: 'failed', id, error: AppError.toWire(error) })
  }

  #send(reply: Reply): void {
    if (!this.#isClosed) this.#channel.send(reply)
  }

  #find(path: string): { readonly procedure: Call | Stream; readonly handler: Handler } {
    const { contract, handlers } = this.#served
    const procedure = Object.hasOwn(contract, path) ? contract[path] : undefined
    if (!procedure) throw new AppError('unsupported', `This host has no procedure ${path}.`)
    // The handler of a path takes what that path's schema makes: `Handlers` has seen to it.
    return { procedure, handler: handlers[path] as unknown as Handler }
  }
}

function parse(procedure: Call | Stream, path: string, input: unknown): unknown {
  if (isDeeperThan(input, DEEPEST)) {
    throw new AppError('invalid-input', `Bad input to ${path}. It is nested too deep.`)
  }
  const parsed = procedure.input.safeParse(input ?? {}, { error: tellIssue })
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue?.path.length ? ` at ${issue.path.join('.')}` : ''
  const message = `Bad input to ${path}${where}. ${issue?.message ?? 'It does not fit.'}`
  throw new AppError('invalid-input', message, { cause: parsed.error })
}

/** Whether a value of JSON is nested deeper than so many levels. However deep it is, the stack is not. */
function isDeeperThan(value: unknown, levels: number): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap(partsOf)
    if (level.length === 0) return false
  }
  return true
}

function partsOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).filter((part) => typeof part === 'object' && part !== null)
}

/** How many items may still be sent. One taker at a time. */
class Credit {
  #left: number
  #wake: () => void = () => undefined

  constructor(left: number) {
    this.#left = left
  }

  give(count: number): void {
    this.#left += count
    this.#wake()
  }

  /** Resolves once an item may be sent; throws when `signal` aborts. */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    while (this.#left === 0) await this.#given(signal)
    this.#left -= 1
  }

  async #given(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const wake = () => resolve()
    signal.addEventListener('abort', wake, { once: true })
    await promise
    signal.removeEventListener('abort', wake)
    signal.throwIfAborted()
  }
}
