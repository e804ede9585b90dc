import { AppError } from '#shared/error.ts'
import { ArgumentJoiner } from './argument-joiner.ts'

export interface WatchedFetchOptions {
  /** How long a stream may say nothing. */
  readonly idleMs: number
}

/**
 * `fetch` that ends an event stream which has gone silent, and joins the small pieces in which
 * tool arguments arrive: the clients parse all of them anew at every piece.
 */
export function watchedFetch({ idleMs }: WatchedFetchOptions): typeof globalThis.fetch {
  return async (input, init) => {
    const controller = new AbortController()
    const signals = init?.signal ? [init.signal, controller.signal] : [controller.signal]
    const watch = new IdleWatch(controller, idleMs)
    watch.restart()
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) })
      if (response.body && isEventStream(response)) return watched(response, response.body, watch)
      watch.end()
      return response
    } catch (error) {
      watch.end()
      // The controller is aborted by the watch alone: it says better what happened.
      throw controller.signal.aborted ? controller.signal.reason : error
    }
  }
}

class IdleWatch {
  readonly #controller: AbortController
  readonly #idleMs: number
  #timer: NodeJS.Timeout | undefined

  constructor(controller: AbortController, idleMs: number) {
    this.#controller = controller
    this.#idleMs = idleMs
  }

  restart(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#controller.abort(stalled(this.#idleMs)), this.#idleMs)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

function stalled(idleMs: number): AppError {
  const seconds = Math.round(idleMs / 1000)
  const message = `The model's server has said nothing for ${seconds} seconds. Try again, or choose another model.`
  return new AppError('unavailable', message, { retryable: true })
}

function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.includes('event-stream') ?? false
}

function watched(response: Response, body: ReadableStream<Uint8Array>, watch: IdleWatch): Response {
  const { status, statusText, headers } = response
  return new Response(joined(body, watch), { status, statusText, headers })
}

function joined(body: ReadableStream<Uint8Array>, watch: IdleWatch): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  const joiner = new ArgumentJoiner()
  return new ReadableStream({
    // Pulls until there is something to give: a piece may be held back to be joined.
    pull: async (controller) => {
      for (;;) {
        const { done, value } = await readOn(reader, watch)
        const text = done ? joiner.end() : joiner.push(decoder.decode(value, { stream: true }))
        if (text) controller.enqueue(encoder.encode(text))
        if (done) {
          controller.close()
          return
        }
        if (text) return
      }
    },
    cancel: (reason) => {
      watch.end()
      return reader.cancel(reason)
    },
  })
}

/** Where the stream ends, however that comes about, nobody watches over it any more. */
async function readOn(reader: ReadableStreamDefaultReader<Uint8Array>, watch: IdleWatch) {
  try {
    const read = await reader.read()
    if (read.done) watch.end()
    else watch.restart()
    return read
  } catch (error) {
    watch.end()
    throw error
  }
}
