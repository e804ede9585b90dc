import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '#shared/lib/app-error.ts'

interface WatchedFetchOptions {
  /** How long a server may send nothing. */
  readonly idleMs: number
  /** What sends the requests: the global one, unless given. */
  readonly fetch?: typeof globalThis.fetch
}

/** Wraps `fetch` to abort requests whose server sends nothing for a while, before the body or within it. */
export function watchedFetch({
  idleMs,
  fetch = globalThis.fetch,
}: WatchedFetchOptions): typeof globalThis.fetch {
  return async (input, init) => {
    // Building the first request takes a client a while, and sending it does, too.
    await nextTurn()
    const controller = new AbortController()
    const own = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    const signals = own ? [own, controller.signal] : [controller.signal]
    const watch = new IdleWatch(controller, idleMs)
    watch.restart()
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) })
      if (response.body) return watched(response, response.body, watch)
      watch.end()
      return response
    } catch (error) {
      watch.end()
      // Only the watch aborts the controller, and its error says what happened.
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
  const message = `The model’s server sent nothing for ${formatWait(idleMs)}, so Orrery closed the connection. Resume to try again, or choose another model.`
  return new AppError('unavailable', message, { retryable: true, data: { fault: 'timeout' } })
}

function formatWait(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 60) return `${Number(seconds.toFixed(1))} s`
  const minutes = Math.floor(seconds / 60)
  return `${minutes}:${String(Math.round(seconds % 60)).padStart(2, '0')} minutes`
}

function watched(response: Response, body: ReadableStream<Uint8Array>, watch: IdleWatch): Response {
  const { status, statusText, headers } = response
  const reader = body.getReader()
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await readOn(reader, watch)
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => {
      watch.end()
      return reader.cancel(reason)
    },
  })
  return new Response(stream, { status, statusText, headers })
}

/** Reads the next piece. However the body ends, the watch ends with it. */
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
