import { AppError } from '#shared/error.ts'
import { parseJson } from '#shared/lib/parse-json.ts'
import { ChunkReader, isRecord, toChunks } from './openai-chunks.ts'

const STREAM = { 'content-type': 'text/event-stream' }
const MAX_QUOTED_CHARS = 300

/**
 * Wraps `fetch` for servers that speak OpenAI's chat completions, so that its client gets what OpenAI
 * documents: a stream of events, or an error with a status. A server may answer with an error in an
 * answer of status 200, with a whole answer in place of a stream, or with no answer at all, such as the
 * page of a proxy. Rejects with {@link ServerError} or an `AppError` in the server's own words then.
 */
export function openAiFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (!response.ok) return await retryWithoutUsage(response, () => resend(fetch, input, init))
    if (!isStreamRequest(init)) return response
    const isStream = response.headers.get('content-type')?.includes('event-stream')
    return isStream ? readStream(response) : await readWhole(response)
  }
}

/** What a server says inside of an answer that began well. */
export class ServerError extends Error {
  /** An HTTP status: the server's own, else 502. */
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.name = 'ServerError'
    this.status = status
  }
}

function bodyOf(init: RequestInit | undefined): Readonly<Record<string, unknown>> | undefined {
  const body = typeof init?.body === 'string' ? parseJson(init.body) : undefined
  return isRecord(body) ? body : undefined
}

function isStreamRequest(init: RequestInit | undefined): boolean {
  return bodyOf(init)?.['stream'] === true
}

/** A server that doesn't know `stream_options` is asked again without: usage is estimated then. */
async function retryWithoutUsage(
  response: Response,
  again: () => Promise<Response> | undefined,
): Promise<Response> {
  if (response.status !== 400 && response.status !== 422) return response
  const text = await response.text()
  const isRefused = /stream_options|include_usage/i.test(text)
  const { status, statusText, headers } = response
  return (
    (isRefused ? await again() : undefined) ?? new Response(text, { status, statusText, headers })
  )
}

function resend(
  fetch: typeof globalThis.fetch,
  input: Parameters<typeof globalThis.fetch>[0],
  init: RequestInit | undefined,
): Promise<Response> | undefined {
  const { stream_options: options, ...body } = bodyOf(init) ?? {}
  if (options === undefined) return undefined
  return openAiFetch(fetch)(input, { ...init, body: JSON.stringify(body) })
}

function readStream({ body, headers }: Response): Response {
  if (!body) return new Response(null, { headers })
  const source = body.getReader()
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  const lines = new LineReader()
  // One stage, pulled by its reader: a pipe of transform streams takes several times as long.
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await source.read()
      const text = done ? lines.end() : lines.read(decoder.decode(value, { stream: true }))
      if (text !== '' || !done) controller.enqueue(encoder.encode(text))
      if (done) controller.close()
    },
    cancel: (reason) => source.cancel(reason),
  })
  return new Response(stream, { headers })
}

/** Reads the events of a stream line by line, in whatever pieces they come. */
class LineReader {
  readonly #chunks = new ChunkReader()
  #rest = ''

  read(text: string): string {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    return lines.map((line) => `${readLine(line, this.#chunks)}\n`).join('')
  }

  end(): string {
    return readLine(this.#rest, this.#chunks)
  }
}

function readLine(line: string, reader: ChunkReader): string {
  if (!line.startsWith('data:')) return line
  const body = parseJson(line.slice('data:'.length))
  if (!isRecord(body)) return line
  throwError(body)
  return `data: ${JSON.stringify(reader.read(body))}`
}

async function readWhole(response: Response): Promise<Response> {
  const text = await response.text()
  // Some name no type, or the wrong one.
  if (/^\s*(?:data|event|:)/.test(text)) return readStream(new Response(text, { headers: STREAM }))
  const body = parseJson(text)
  if (isRecord(body)) throwError(body)
  const chunks = toChunks(body)
  if (!chunks) throw noAnswer(text)
  const reader = new ChunkReader()
  const events = chunks.map((chunk) => `data: ${JSON.stringify(reader.read(chunk))}\n\n`)
  return new Response(`${events.join('')}data: [DONE]\n\n`, { headers: STREAM })
}

/** Throws where a body says that something went wrong. */
function throwError(body: Readonly<Record<string, unknown>>): void {
  const { error, choices } = body
  if (!error || (Array.isArray(choices) && choices.length > 0)) return
  const said = isRecord(error) ? (error['message'] ?? JSON.stringify(error)) : error
  const code = isRecord(error) ? error['code'] : body['code']
  const status = Number(code ?? body['status'])
  throw new ServerError(String(said), status >= 400 && status < 600 ? status : 502)
}

function noAnswer(text: string): AppError {
  const said = quote(text)
  const message = `The model's server sent no answer of a model${said && `, but “${said}”`}. Check its address, and what stands between.`
  return new AppError('unavailable', message, { data: { fault: 'request' } })
}

/** The words of a page, or of whatever it is. */
function quote(text: string): string {
  return text
    .slice(0, 20_000)
    .replaceAll(/<(?:script|style)\b[^<]*(?:<(?!\/(?:script|style))[^<]*)*/gi, ' ')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_QUOTED_CHARS)
}
