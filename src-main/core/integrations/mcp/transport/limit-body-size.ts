import { AppError } from '#shared/lib/app-error.ts'

const LINE_FEED = 10
const RETURN = 13

/** Fetches as before, and breaks off a body that has more bytes than `most`; of a stream of events, one event. */
export function boundFetch(fetch: typeof globalThis.fetch, most: number): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (!response.body) return response
    const isEvents = response.headers.get('content-type')?.includes('text/event-stream') ?? false
    return withBody(response, response.body.pipeThrough(bound(most, isEvents)))
  }
}

/** The same response with another body. */
export function withBody(
  { status, statusText, headers, url, redirected }: Response,
  body: ReadableStream<Uint8Array>,
): Response {
  const changed = new Response(body, { status, statusText, headers })
  // The SDK reads from these where a redirect led.
  return Object.defineProperties(changed, {
    url: { value: url },
    redirected: { value: redirected },
  })
}

function bound(most: number, isEvents: boolean): TransformStream<Uint8Array, Uint8Array> {
  let size = 0
  let isLineEmpty = true
  return new TransformStream({
    transform(chunk, controller) {
      for (const byte of chunk) {
        size += 1
        if (size > most)
          throw new AppError('limit', `It sent a message of more than ${most} bytes.`)
        if (!isEvents || byte === RETURN) continue
        // An empty line ends an event.
        if (byte === LINE_FEED && isLineEmpty) size = 0
        isLineEmpty = byte === LINE_FEED
      }
      controller.enqueue(chunk)
    },
  })
}
