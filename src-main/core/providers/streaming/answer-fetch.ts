import { isRecord, type Json, parseJson } from '#shared/lib/json.ts'
import type { AnswerReader } from './answer-reader.ts'
import { ArgumentJoiner } from './argument-joiner.ts'
import { JsonLineParser, SseParser, type StreamEvent } from './event-parser.ts'
import { findReportedError, ServerError, toServerError } from './server-error.ts'

/** How the servers of one kind stream an answer. */
export interface AnswerProtocol {
  readonly framing: 'sse' | 'ndjson'
  /** Whether a request asks for a streamed answer; responses to others pass unread. */
  readonly isStreamed: (url: string, body: Json) => boolean
  /** Called for every answer. */
  readonly createReader: () => AnswerReader
  /** Returns the events of an answer that came whole, or `undefined` if the body is no answer. */
  readonly toEvents: (body: unknown) => readonly Json[] | undefined
  /** Returns the request without what the server refused, if that can be left out. */
  readonly withoutRefused?: (body: Json, refusal: string) => Json | undefined
}

const CONTENT_TYPES = { sse: 'text/event-stream', ndjson: 'application/x-ndjson' } as const

/** How some servers end a stream, whatever its protocol. */
const DONE = /^\s*\[DONE\]\s*$/i

/**
 * Wraps `fetch` so that a provider's client gets a stream of its protocol, whatever the server sends: an
 * answer as a whole, under another content type, or in events that differ from the documented ones.
 * Everything else rejects, at once or in the stream, with a {@link ServerError} in the server's own
 * words, and so does a stream that ends before its answer. Bodies must be text.
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
    if (response.ok) return await readAnswer(response, protocol, init?.signal)
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

async function readAnswer(
  response: Response,
  protocol: AnswerProtocol,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  const type = response.headers.get('content-type') ?? ''
  const headers = new Headers(response.headers)
  headers.set('content-type', CONTENT_TYPES[protocol.framing])
  if (response.body && /event-stream|ndjson/.test(type)) {
    const reader = new StreamReader(response, protocol)
    return new Response(readStream(response.body, reader, signal), { headers })
  }
  return new Response(toStream(response, await response.text(), protocol), { headers })
}

type Source = ReadableStreamDefaultReader<Uint8Array>

function readStream(
  body: ReadableStream<Uint8Array>,
  reader: StreamReader,
  signal: AbortSignal | null | undefined,
): ReadableStream<Uint8Array> {
  const source = body.getReader()
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  const readBytes = async () => {
    try {
      return await source.read()
    } catch (error) {
      // Connections that fail after the last event take nothing away.
      if (!reader.isComplete || signal?.aborted) throw error
      return { done: true, value: undefined } as const
    }
  }
  const readText = async () => {
    const { done, value } = await readBytes()
    if (!done) return reader.read(decoder.decode(value, { stream: true }))
    return reader.read(decoder.decode()) + reader.end()
  }
  const readOn = async () => {
    try {
      let text = await readText()
      while (text === '' && !reader.isOver) text = await readText()
      return text
    } catch (error) {
      // Nobody reads the rest, so its connection and its idle watch would stay.
      void source.cancel(error).catch(() => undefined)
      throw error
    }
  }
  // One stage, pulled by its reader: a pipe of transform streams takes several times as long.
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const text = await readOn()
      if (text !== '') controller.enqueue(encoder.encode(text))
      if (!reader.isOver) return
      controller.close()
      void drain(source)
    },
    cancel: (reason) => source.cancel(reason),
  })
}

const DRAIN_MS = 500

/** Reads what follows an answer, so that its connection can be used again. Never fails. */
async function drain(source: Source): Promise<void> {
  const timer = setTimeout(() => void source.cancel().catch(() => undefined), DRAIN_MS)
  try {
    while (!(await source.read()).done);
  } catch {
    // The answer is complete, whatever becomes of its connection.
  } finally {
    clearTimeout(timer)
  }
}

/** Reads a stream in whatever pieces it comes, and recognizes a whole answer that is labeled as one. */
class StreamReader {
  readonly #response: Response
  readonly #protocol: AnswerProtocol
  readonly #events: EventReader
  #whole: string | undefined
  #hasBegun = false
  #isRead = false

  constructor(response: Response, protocol: AnswerProtocol) {
    this.#response = response
    this.#protocol = protocol
    this.#events = new EventReader(response, protocol)
  }

  /** Whether nothing more comes of reading on. */
  get isOver(): boolean {
    return this.#isRead || this.#events.isOver
  }

  /** Whether the answer needs nothing more. */
  get isComplete(): boolean {
    return this.#events.isComplete
  }

  read(text: string): string {
    if (!this.#hasBegun && text.trim() !== '') {
      this.#hasBegun = true
      if (this.#protocol.framing === 'sse' && /^\s*[{[<]/.test(text)) this.#whole = ''
    }
    if (this.#whole === undefined) return this.#events.read(text)
    this.#whole += text
    return ''
  }

  end(): string {
    this.#isRead = true
    const whole = this.#whole
    return whole === undefined
      ? this.#events.end()
      : toStream(this.#response, whole, this.#protocol)
  }
}

/** Reads the events of a stream, and writes them as their client expects them. */
class EventReader {
  readonly #response: Response
  readonly #parser: SseParser | JsonLineParser
  readonly #reader: AnswerReader
  readonly #writer: EventWriter
  #hasEvents = false
  isOver = false

  constructor(
    response: Response,
    { framing, createReader }: AnswerProtocol,
    received: AnswerProtocol['framing'] = framing,
  ) {
    this.#response = response
    this.#parser = received === 'sse' ? new SseParser() : new JsonLineParser()
    this.#reader = createReader()
    this.#writer = new EventWriter(framing)
  }

  get isComplete(): boolean {
    return this.isOver || this.#reader.state !== 'open'
  }

  read(text: string): string {
    return this.#readAll(this.#parser.push(text))
  }

  end(): string {
    const text = this.#readAll(this.#parser.end())
    if (this.isOver) return text
    if (this.#reader.state === 'open') throw cut(this.#response)
    return text + this.#finish()
  }

  #readAll(events: readonly StreamEvent[]): string {
    return events.map((event) => this.#read(event)).join('')
  }

  #read({ name, data }: StreamEvent): string {
    if (this.isOver) return ''
    if (DONE.test(data)) return this.#finish()
    const body = parseJson(data)
    const events = Array.isArray(body) ? body : [body]
    if (body === undefined) this.#refuse(name, data)
    return events.map((event) => (isRecord(event) ? this.#readEvent(event, name) : '')).join('')
  }

  #readEvent(given: Json, name: string | undefined): string {
    const isNamed = name !== undefined && name !== 'message' && given['type'] === undefined
    const event = isNamed ? { ...given, type: name } : given
    const error = findReportedError(event, this.#hasEvents)
    if (error) throw error
    this.#hasEvents = true
    const text = this.#writer.write(this.#reader.read(event))
    return this.#reader.state === 'over' ? text + this.#finish() : text
  }

  /** Events without JSON keep a connection alive, unless they are an error or half of an event. */
  #refuse(name: string | undefined, data: string): void {
    if (name === 'error') throw new ServerError({ kind: 'error', status: 502, words: data.trim() })
    if (/^\s*[{[]/.test(data)) throw cut(this.#response)
  }

  #finish(): string {
    this.isOver = true
    return this.#writer.write(this.#reader.end()) + this.#writer.end()
  }
}

class EventWriter {
  readonly #isSse: boolean
  readonly #joiner = new ArgumentJoiner()

  constructor(framing: AnswerProtocol['framing']) {
    this.#isSse = framing === 'sse'
  }

  write(events: readonly Json[]): string {
    if (!this.#isSse) return events.map((event) => `${JSON.stringify(event)}\n`).join('')
    return this.#joiner.push(events.map(toSse).join(''))
  }

  end(): string {
    return this.#isSse ? this.#joiner.end() : ''
  }
}

function toSse(event: Json): string {
  const name = typeof event['type'] === 'string' ? `event: ${event['type']}\n` : ''
  return `${name}data: ${JSON.stringify(event)}\n\n`
}

/** Returns the text of a stream for what came as a whole. */
function toStream(response: Response, text: string, protocol: AnswerProtocol): string {
  const framing = findFraming(text, protocol)
  if (framing) {
    const events = new EventReader(response, protocol, framing)
    return events.read(text) + events.end()
  }
  const body = parseJson(text)
  const error = findReportedError(body)
  if (error) throw error
  const events = protocol.toEvents(body)
  if (events) return writeWhole(events, protocol)
  if (body === undefined && /^\s*[{[]/.test(text)) throw cut(response)
  throw toServerError(response, text)
}

/** Returns how a text is framed, if it is a stream. One line of JSON is an answer as a whole. */
function findFraming(
  text: string,
  { framing }: AnswerProtocol,
): AnswerProtocol['framing'] | undefined {
  if (framing === 'sse' && /^\s*(?:data|event|id|retry)?:/.test(text)) return 'sse'
  const [first = '', second] = text.split('\n').filter((line) => line.trim() !== '')
  return second !== undefined && isRecord(parseJson(first)) ? 'ndjson' : undefined
}

function cut({ status }: Response): ServerError {
  return new ServerError({ kind: 'cut', status })
}

function writeWhole(events: readonly Json[], { framing, createReader }: AnswerProtocol): string {
  const reader = createReader()
  const writer = new EventWriter(framing)
  const read = [...events.flatMap((event) => reader.read(event)), ...reader.end()]
  return writer.write(read) + writer.end()
}
