import { parseJson } from '#shared/lib/parse-json.ts'
import { isRecord, type Json } from './is-record.ts'
import { findReportedError, ServerError, toServerError } from './server-error.ts'
import { isWholeStream } from './watched-fetch.ts'

/** How the servers of one kind stream an answer. */
export interface AnswerProtocol {
  readonly framing: 'sse' | 'ndjson'
  /** Whether a request asks for a streamed answer; responses to others pass unread. */
  readonly isStreamed: (url: string, body: Json) => boolean
  /** Returns a function that corrects the events of one answer; absent: they pass as they are. */
  readonly createReader?: () => (event: Json) => unknown
  /** Returns the events of an answer that came whole, or `undefined` if the body is no answer. */
  readonly toEvents: (body: unknown) => readonly unknown[] | undefined
  /** Returns the request without what the server refused, if that can be left out. */
  readonly withoutRefused?: (body: Json, refusal: string) => Json | undefined
}

type Reader = ReturnType<NonNullable<AnswerProtocol['createReader']>>

const CONTENT_TYPES = { sse: 'text/event-stream', ndjson: 'application/x-ndjson' } as const

/**
 * Wraps `fetch` so that a provider's client gets a stream of its protocol, whatever the server sends:
 * an answer as a whole or under another content type is made one. Everything else rejects, at once or
 * in the stream, with a {@link ServerError} in the server's own words. Bodies must be text.
 */
export function answerFetch(
  fetch: typeof globalThis.fetch,
  protocol: AnswerProtocol,
): typeof globalThis.fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const body = parseBody(init)
    const response = await fetch(input, init)
    if (!protocol.isStreamed(url, body)) return response
    if (response.ok) return await readAnswer(response, protocol)
    const text = await response.text()
    const rest = protocol.withoutRefused?.(body, text)
    if (!rest) throw toServerError(response, text)
    return await answerFetch(fetch, protocol)(input, { ...init, body: JSON.stringify(rest) })
  }
}

function parseBody(init: RequestInit | undefined): Json {
  const body = typeof init?.body === 'string' ? parseJson(init.body) : undefined
  return isRecord(body) ? body : {}
}

async function readAnswer(response: Response, protocol: AnswerProtocol): Promise<Response> {
  const type = response.headers.get('content-type') ?? ''
  const headers = { 'content-type': CONTENT_TYPES[protocol.framing] }
  const isStream = /event-stream|ndjson/.test(type)
  if (isStream && response.body) return readStream(response, response.body, protocol)
  return new Response(toStream(response, await response.text(), protocol), { headers })
}

function readStream(
  response: Response,
  body: ReadableStream<Uint8Array>,
  protocol: AnswerProtocol,
): Response {
  const source = body.getReader()
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  const reader = new StreamReader(response, protocol)
  // One stage, pulled by its reader: a pipe of transform streams takes several times as long.
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await source.read()
      const text = done ? reader.end() : reader.read(decoder.decode(value, { stream: true }))
      if (text !== '' || !done) controller.enqueue(encoder.encode(text))
      if (done) controller.close()
    },
    cancel: (reason) => source.cancel(reason),
  })
  return new Response(stream, { headers: response.headers })
}

/** Reads a stream in whatever pieces it comes, and recognizes a whole answer that is labeled as one. */
class StreamReader {
  readonly #response: Response
  readonly #protocol: AnswerProtocol
  readonly #lines: LineReader
  #whole: string | undefined
  #hasBegun = false

  constructor(response: Response, protocol: AnswerProtocol) {
    this.#response = response
    this.#protocol = protocol
    this.#lines = new LineReader(protocol)
  }

  read(text: string): string {
    if (!this.#hasBegun && text.trim() !== '') {
      this.#hasBegun = true
      if (this.#protocol.framing === 'sse' && /^\s*[{[<]/.test(text)) this.#whole = ''
    }
    if (this.#whole === undefined) return this.#lines.read(text)
    this.#whole += text
    return ''
  }

  end(): string {
    const whole = this.#whole
    return whole === undefined ? this.#lines.end() : toStream(this.#response, whole, this.#protocol)
  }
}

/** Reads the lines of a stream. */
class LineReader {
  readonly #prefix: string
  readonly #read: Reader | undefined
  #rest = ''
  #hasEvents = false

  constructor({ framing, createReader }: AnswerProtocol) {
    this.#prefix = framing === 'sse' ? 'data:' : ''
    this.#read = createReader?.()
  }

  read(text: string): string {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    return lines.map((line) => `${this.#readLine(line)}\n`).join('')
  }

  end(): string {
    return this.#readLine(this.#rest)
  }

  #readLine(line: string): string {
    if (!line.startsWith(this.#prefix)) return line
    // Most events report no error: those that no one corrects need no parsing.
    const event =
      this.#read || line.includes('"error"')
        ? parseJson(line.slice(this.#prefix.length))
        : undefined
    if (isRecord(event)) {
      const error = findReportedError(event, this.#hasEvents)
      if (error) throw error
    }
    this.#hasEvents ||= line.trim() !== ''
    return this.#read && isRecord(event)
      ? `${this.#prefix}${this.#prefix && ' '}${JSON.stringify(this.#read(event))}`
      : line
  }
}

/** Returns the text of a stream for what came as a whole. */
function toStream(response: Response, text: string, protocol: AnswerProtocol): string {
  if (isStreamText(text, protocol)) return readStreamText(response, text, protocol)
  const body = parseJson(text)
  const error = findReportedError(body)
  if (error) throw error
  const events = protocol.toEvents(body)
  if (events) return writeEvents(events, protocol)
  if (body === undefined && /^\s*[{[]/.test(text)) throw cut(response)
  throw toServerError(response, text)
}

function isStreamText(text: string, { framing }: AnswerProtocol): boolean {
  if (framing === 'sse') return /^\s*(?:data|event|id|retry)?:/.test(text)
  const [first = '', second] = text.split('\n').filter((line) => line.trim() !== '')
  return second !== undefined && isRecord(parseJson(first))
}

function readStreamText(response: Response, text: string, protocol: AnswerProtocol): string {
  const lines = new LineReader(protocol)
  const read = lines.read(text) + lines.end()
  if (!isWholeStream(text)) throw cut(response)
  return read
}

function cut({ status }: Response): ServerError {
  return new ServerError({ kind: 'cut', status })
}

function writeEvents(events: readonly unknown[], protocol: AnswerProtocol): string {
  const read = protocol.createReader?.()
  const written = events.map((event) => {
    const text = JSON.stringify(read && isRecord(event) ? read(event) : event)
    if (protocol.framing === 'ndjson') return `${text}\n`
    const name = isRecord(event) && typeof event['type'] === 'string' ? event['type'] : undefined
    return `${name === undefined ? '' : `event: ${name}\n`}data: ${text}\n\n`
  })
  return written.join('')
}
