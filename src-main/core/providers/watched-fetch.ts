import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '#shared/error.ts'
import { ArgumentJoiner } from './argument-joiner.ts'
import { ServerError } from './server-error.ts'

export interface WatchedFetchOptions {
  /** How long a stream may say nothing. */
  readonly idleMs: number
  /** What sends the requests: the global one, unless given. */
  readonly fetch?: typeof globalThis.fetch
}

/** How an answer says that it is whole: OpenAI's two protocols, Anthropic's, Gemini's, Ollama's; or why not. */
const ENDING =
  /\[DONE\]|"finish_reason": ?"|"response\.(?:completed|incomplete|failed)"|"message_stop"|"finishReason": ?"|"done": ?true|"error": ?[{"]|"promptFeedback"/

/**
 * `fetch` that ends a stream which has gone silent, tells one that was cut off from one that is whole,
 * and joins the small pieces in which tool arguments arrive: the clients parse all of them anew at
 * every piece.
 */
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
      if (response.body && isStream(response)) return watched(response, response.body, watch)
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
  return new AppError('unavailable', message, { retryable: true, data: { fault: 'timeout' } })
}

/** Whether the text of a streamed answer says that it is complete, or why it isn't. */
export function isWholeStream(text: string): boolean {
  return ENDING.test(text)
}

function isStream(response: Response): boolean {
  return /event-stream|ndjson/.test(response.headers.get('content-type') ?? '')
}

function watched(response: Response, body: ReadableStream<Uint8Array>, watch: IdleWatch): Response {
  const { status, statusText, headers } = response
  const passes = headers.get('content-type')?.includes('event-stream')
    ? new ArgumentJoiner()
    : { push: (text: string) => text, end: () => '' }
  return new Response(joined(body, watch, passes), { status, statusText, headers })
}

function joined(
  body: ReadableStream<Uint8Array>,
  watch: IdleWatch,
  joiner: Pick<ArgumentJoiner, 'push' | 'end'>,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  const ending = new EndingSearch()
  const readText = async () => {
    const { done, value } = await readOn(reader, watch)
    const text = done ? joiner.end() : joiner.push(decoder.decode(value, { stream: true }))
    ending.look(text)
    return { done, text }
  }
  return new ReadableStream({
    // Pulls until there is something to give: a piece may be held back to be joined.
    pull: async (controller) => {
      let { done, text } = await readText()
      while (!done && text === '') ({ done, text } = await readText())
      if (text) controller.enqueue(encoder.encode(text))
      if (!done) return
      if (ending.isFound) controller.close()
      else controller.error(new ServerError({ kind: 'cut', status: 200 }))
    },
    cancel: (reason) => {
      watch.end()
      return reader.cancel(reason)
    },
  })
}

/** Looks for what only a whole answer has, in whatever pieces it comes. */
class EndingSearch {
  isFound = false
  #tail = ''

  look(text: string): void {
    if (this.isFound) return
    const seen = this.#tail + text
    this.isFound = ENDING.test(seen)
    this.#tail = seen.slice(-LONGEST_ENDING)
  }
}

const LONGEST_ENDING = 32

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
