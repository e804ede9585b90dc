import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { anthropic } from './model-formats/anthropic.ts'
import {
  type Format,
  isJson,
  type Json,
  type ModelRequest,
  type RawReply,
  type Reply,
  type ReplyUsage,
  sendJson,
  USAGE,
} from './model-formats/format.ts'
import { google } from './model-formats/google.ts'
import { ollama } from './model-formats/ollama.ts'
import { openai } from './model-formats/openai.ts'
import { responses } from './model-formats/responses.ts'

export type { ModelRequest, Reply, ReplyCall, RequestMessage } from './model-formats/format.ts'

export type Script = (request: ModelRequest, number: number) => Reply | Promise<Reply>

export interface ModelServerOptions {
  /** What it lists. */
  readonly models?: readonly string[]
  /** Entries of its list that say more than an id. */
  readonly entries?: readonly object[]
  /** Answers requests for the list in its place. */
  readonly listing?: RawReply
  /** What llama.cpp's server answers at `/props`. */
  readonly props?: object
  /** The only key with which it lists them; any, unless given. */
  readonly key?: string
  /** Speaks TLS with these. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** How many tokens a model of Ollama takes. */
  readonly contextTokens?: number
}

/** A server that speaks what providers speak, and says what it is told. */
export interface ModelServer extends AsyncDisposable {
  /** For clients of OpenAI's kind; the others take `origin`. */
  readonly url: string
  readonly origin: string
  /** Everything that was asked, in order; lists of models are not. */
  readonly requests: readonly ModelRequest[]
  /** What the answers that were sent whole said they used. */
  readonly sent: readonly ReplyUsage[]
  /** How many connections were broken off by the client. */
  readonly aborted: number
}

const formats: readonly Format[] = [openai, responses, anthropic, google, ollama]

export async function startModelServer(
  script: Script,
  options: ModelServerOptions = {},
): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const sent: ReplyUsage[] = []
  const state = { aborted: 0 }
  const listener: RequestListener = (message, response) => {
    response.on('close', () => {
      if (!response.writableEnded) state.aborted += 1
    })
    void answer(message, response).catch(() => response.destroy())
  }
  const server = options.tls ? createSecureServer(options.tls, listener) : createServer(listener)

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(message.url ?? '', 'http://localhost')
    if (pathname === '/api/show') return sendJson(response, toShown(options))
    if (pathname === '/props' && options.props) return sendJson(response, options.props)
    if (pathname === '/v1/embeddings') return embed(await readBody(message), response)
    const format = formats.find(({ takes }) => takes(pathname))
    if (!format) return list(message, response, options)
    const body = await readBody(message)
    const read = format.read(pathname, body)
    const request = { format: format.name, path: pathname, ...read, headers: message.headers, body }
    requests.push(request)
    const reply = await script(request, requests.length)
    if (reply.delayMs) await delay(reply.delayMs)
    if (await send(request, reply, { response, format })) sent.push(reply.usage ?? USAGE)
  }

  const origin = await listen(server, options.tls ? 'https' : 'http')
  return {
    origin,
    url: `${origin}/v1`,
    requests,
    sent,
    get aborted() {
      return state.aborted
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function listen(server: Server, protocol: string): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return `${protocol}://127.0.0.1:${address.port}`
}

async function readBody(message: IncomingMessage): Promise<Json> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part)
  const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8') || '{}')
  return isJson(body) ? body : {}
}

/** As OpenAI, Anthropic, Gemini and Ollama list models, all in one. */
async function list(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { models = [], entries = [], key, listing }: ModelServerOptions,
): Promise<void> {
  const given = [headers['x-api-key'], headers['x-goog-api-key'], headers.authorization?.slice(7)]
  if (listing) await sendRaw(response, listing)
  else if (key !== undefined && !given.includes(key)) sendError(response, 401, {})
  else {
    sendJson(response, {
      data: [...models.map((id) => ({ id })), ...entries],
      models: models.map((name) => ({ name, model: name })),
    })
  }
}

/** What a text is about is how much it speaks of lamps; ten tokens each. */
function embed({ input }: Json, response: ServerResponse): void {
  const texts = Array.isArray(input) ? input : []
  const data = texts.map((text, index) => {
    const lamps = String(text).match(/lamp/gi)?.length ?? 0
    return { index, embedding: [lamps, 1] }
  })
  sendJson(response, { data, usage: { prompt_tokens: 10 * texts.length } })
}

function toShown({ contextTokens }: ModelServerOptions): Json {
  return { model_info: contextTokens ? { 'scripted.context_length': contextTokens } : {} }
}

/** Resolves to whether it was a whole answer with a usage. */
async function send(
  request: ModelRequest,
  reply: Reply,
  { response, format }: { readonly response: ServerResponse; readonly format: Format },
): Promise<boolean> {
  if (reply.raw) await sendRaw(response, reply.raw)
  else if (reply.bytes !== undefined) response.socket?.end(reply.bytes)
  else if (reply.status) sendError(response, reply.status, reply, format)
  else return await format.write(request, reply, response)
  return false
}

async function sendRaw(
  response: ServerResponse,
  { contentType, body, status = 200, headers, pieceBytes, staysOpen }: RawReply,
): Promise<void> {
  response.writeHead(status, { ...headers, ...(contentType && { 'content-type': contentType }) })
  const bytes = Buffer.from(body)
  const size = pieceBytes ?? Math.max(bytes.length, 1)
  for (let start = 0; start < bytes.length; start += size) {
    response.write(bytes.subarray(start, start + size))
    await nextTurn()
  }
  if (!staysOpen) response.end()
}

function sendError(
  response: ServerResponse,
  status: number,
  { error, headers }: Reply,
  format?: Format,
): void {
  const message = error ?? `scripted ${status}`
  const type = status === 429 ? 'rate_limit_error' : 'scripted_error'
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value)
  // Ollama says what is wrong in plain words, all others in a record.
  const said = format === ollama ? message : { type, message, code: status }
  sendJson(response, { type: 'error', error: said }, status)
}
