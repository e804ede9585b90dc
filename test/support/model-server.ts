import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** What a client asked, in the words that OpenAI's and Anthropic's formats share. */
export interface ModelRequest {
  readonly format: 'openai' | 'anthropic'
  readonly model: string
  readonly isStreamed: boolean
  readonly system: string
  readonly messages: readonly RequestMessage[]
  /** Names of the tools that were offered. */
  readonly tools: readonly string[]
  readonly headers: IncomingMessage['headers']
  readonly body: Readonly<Record<string, unknown>>
}

export interface RequestMessage {
  readonly role: string
  readonly text: string
  /** Ids of the calls it makes, or of the call it answers. */
  readonly callIds: readonly string[]
}

export interface ReplyCall {
  readonly name: string
  readonly args?: Readonly<Record<string, unknown>>
  readonly id?: string
  /** Sent in place of `args`, as it is. */
  readonly rawArgs?: string
}

/** What the server says next. */
export interface Reply {
  readonly text?: string
  readonly reasoning?: string
  readonly calls?: readonly ReplyCall[]
  readonly usage?: ReplyUsage | null
  /** The answer's id; otherwise one of its own. */
  readonly id?: string
  readonly delayMs?: number
  /** Between two words. */
  readonly wordDelayMs?: number
  /** Says so many words, then nothing more, and keeps the connection open. */
  readonly hangAfterWords?: number
  /** Breaks the connection off after so many words. */
  readonly breakAfterWords?: number
  /** Answers with an error. */
  readonly status?: number
  readonly error?: string
}

/** Input counts all of it, cached included. */
export interface ReplyUsage {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly reasoning?: number
}

export type Script = (request: ModelRequest, number: number) => Reply | Promise<Reply>

/** A server that speaks OpenAI's chat completions and Anthropic's messages, and says what it is told. */
export interface ModelServer extends AsyncDisposable {
  /** For OpenAI's client; Anthropic's takes `origin`. */
  readonly url: string
  readonly origin: string
  /** Everything that was asked, in order. */
  readonly requests: readonly ModelRequest[]
  /** What the answers that were sent whole said they used. */
  readonly sent: readonly ReplyUsage[]
  /** How many connections were broken off by the client. */
  readonly aborted: number
}

const USAGE: ReplyUsage = { input: 100, output: 20 }

export async function startModelServer(script: Script): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const sent: ReplyUsage[] = []
  const state = { aborted: 0 }
  const server = createServer((message, response) => {
    response.on('close', () => {
      if (!response.writableEnded) state.aborted += 1
    })
    void answer(message, response).catch(() => response.destroy())
  })

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(message)
    requests.push(request)
    const reply = await script(request, requests.length)
    if (reply.delayMs) await delay(reply.delayMs)
    if (reply.status) {
      sendError(response, reply.status, reply.error ?? `scripted ${reply.status}`)
      return
    }
    const write = request.format === 'openai' ? writeOpenAi : writeAnthropic
    const isWhole = await write(request, reply, response)
    if (isWhole) sent.push(reply.usage ?? USAGE)
  }

  const origin = await listen(server)
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

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return `http://127.0.0.1:${address.port}`
}

type Json = Readonly<Record<string, unknown>>

async function readRequest(message: IncomingMessage): Promise<ModelRequest> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part)
  const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8') || '{}')
  return toRequest(message, isJson(body) ? body : {})
}

function toRequest({ url = '', headers }: IncomingMessage, body: Json): ModelRequest {
  const format = url.includes('/messages') ? 'anthropic' : 'openai'
  const all = listOf(body['messages']).map(toMessage)
  const system = [textOf(body['system']), ...all.filter(isSystem).map(({ text }) => text)]
  return {
    format,
    model: String(body['model']),
    isStreamed: body['stream'] === true,
    system: system.filter(Boolean).join('\n'),
    messages: all.filter((one) => !isSystem(one)),
    tools: listOf(body['tools']).map(toToolName),
    headers,
    body,
  }
}

function isSystem({ role }: RequestMessage): boolean {
  return role === 'system' || role === 'developer'
}

function toToolName(tool: Json): string {
  const named = isJson(tool['function']) ? tool['function'] : tool
  return String(named['name'])
}

function toMessage(message: Json): RequestMessage {
  const blocks = listOf(message['content'])
  const called = [
    ...listOf(message['tool_calls']).map(({ id }) => id),
    ...blocks.flatMap(({ type, id, tool_use_id: answered }) =>
      type === 'tool_use' ? [id] : type === 'tool_result' ? [answered] : [],
    ),
    message['tool_call_id'],
  ]
  const isResult = blocks.some(({ type }) => type === 'tool_result')
  return {
    role: isResult ? 'tool' : String(message['role']),
    text: textOf(message['content']),
    callIds: called.filter((id) => typeof id === 'string'),
  }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .map((block) => (typeof block['text'] === 'string' ? block['text'] : textOf(block['content'])))
    .filter(Boolean)
    .join('\n')
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isJson) : []
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sendError(response: ServerResponse, status: number, message: string): void {
  const type = status === 429 ? 'rate_limit_error' : 'scripted_error'
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ type: 'error', error: { type, message } }))
}

let ids = 0

function nextId(prefix: string): string {
  ids += 1
  return `${prefix}_${ids}`
}

/** Sends the words of an answer; false: the connection was broken off, or hangs. */
async function speak(
  { text = '', hangAfterWords, breakAfterWords, wordDelayMs }: Reply,
  response: ServerResponse,
  say: (word: string) => void,
): Promise<boolean> {
  let spoken = 0
  for (const word of text.match(/\S+\s*/g) ?? []) {
    if (spoken === hangAfterWords) return false
    if (spoken === breakAfterWords) {
      response.destroy()
      return false
    }
    if (response.destroyed) return false
    say(word)
    spoken += 1
    if (wordDelayMs) await delay(wordDelayMs)
  }
  return hangAfterWords === undefined || spoken < hangAfterWords
}

/** In two pieces, as servers send them. */
function halves(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)].filter(Boolean)
}

async function writeOpenAi(
  request: ModelRequest,
  reply: Reply,
  response: ServerResponse,
): Promise<boolean> {
  const base = { id: reply.id ?? nextId('chatcmpl'), created: 1, model: request.model }
  const usage = reply.usage === null ? undefined : toOpenAiUsage(reply.usage ?? USAGE)
  const calls = (reply.calls ?? []).map(toOpenAiCall)
  const finish = calls.length > 0 ? 'tool_calls' : 'stop'
  if (!request.isStreamed) {
    const message = { role: 'assistant', content: reply.text ?? null, tool_calls: calls }
    const choices = [{ index: 0, message, finish_reason: finish }]
    sendJson(response, { ...base, object: 'chat.completion', choices, usage })
    return true
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (choices: readonly unknown[], rest: Json = {}) =>
    sendEvent(response, { ...base, object: 'chat.completion.chunk', choices, ...rest })
  const delta = (said: Json, reason: string | null = null) =>
    send([{ index: 0, delta: said, finish_reason: reason }])
  delta({ role: 'assistant', content: '' })
  if (reply.reasoning) delta({ reasoning_content: reply.reasoning })
  if (!(await speak(reply, response, (content) => delta({ content })))) return false
  for (const call of calls) {
    const { arguments: args, name } = call.function
    delta({ tool_calls: [{ ...call, function: { name, arguments: '' } }] })
    for (const piece of halves(args)) {
      delta({ tool_calls: [{ index: call.index, function: { arguments: piece } }] })
    }
  }
  delta({}, finish)
  const wantsUsage = isJson(request.body['stream_options'])
  if (usage && wantsUsage) send([], { usage })
  response.end('data: [DONE]\n\n')
  return true
}

function toOpenAiCall({ name, args = {}, id, rawArgs }: ReplyCall, index: number) {
  const text = rawArgs ?? JSON.stringify(args)
  const call = { name, arguments: text }
  return { index, id: id ?? nextId('call'), type: 'function', function: call }
}

function toOpenAiUsage({ input, output, cacheRead = 0, reasoning = 0 }: ReplyUsage): Json {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cacheRead },
    completion_tokens_details: { reasoning_tokens: reasoning },
  }
}

async function writeAnthropic(
  request: ModelRequest,
  reply: Reply,
  response: ServerResponse,
): Promise<boolean> {
  const { input, output, cacheRead = 0 } = reply.usage ?? USAGE
  const calls = (reply.calls ?? []).map(toAnthropicCall)
  const stop = calls.length > 0 ? 'tool_use' : 'end_turn'
  const base = {
    id: reply.id ?? nextId('msg'),
    type: 'message',
    role: 'assistant',
    model: request.model,
    stop_sequence: null,
  }
  const counted = { input_tokens: input - cacheRead, cache_read_input_tokens: cacheRead }
  if (!request.isStreamed) {
    const text = reply.text ? [{ type: 'text', text: reply.text }] : []
    const usage = { ...counted, output_tokens: output }
    const content = [...text, ...calls.map(({ block }) => block)]
    sendJson(response, { ...base, content, stop_reason: stop, usage })
    return true
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (type: string, data: Json) => sendEvent(response, { type, ...data }, type)
  const usage = { ...counted, output_tokens: 1 }
  send('message_start', { message: { ...base, content: [], stop_reason: null, usage } })
  let index = 0
  const block = async (start: Json, deltas: () => boolean | Promise<boolean>) => {
    send('content_block_start', { index, content_block: start })
    if (!(await deltas())) return false
    send('content_block_stop', { index })
    index += 1
    return true
  }
  const delta = (piece: Json) => send('content_block_delta', { index, delta: piece })
  if (reply.reasoning) {
    const { reasoning } = reply
    await block({ type: 'thinking', thinking: '', signature: '' }, () => {
      delta({ type: 'thinking_delta', thinking: reasoning })
      delta({ type: 'signature_delta', signature: 'signed' })
      return true
    })
  }
  if (reply.text !== undefined) {
    const say = (text: string) => delta({ type: 'text_delta', text })
    const speaking = () => speak(reply, response, say)
    if (!(await block({ type: 'text', text: '' }, speaking))) return false
  }
  for (const call of calls) {
    await block({ ...call.block, input: {} }, () => {
      for (const piece of halves(call.text)) {
        delta({ type: 'input_json_delta', partial_json: piece })
      }
      return true
    })
  }
  send('message_delta', { delta: { stop_reason: stop }, usage: { output_tokens: output } })
  send('message_stop', {})
  response.end()
  return true
}

function toAnthropicCall({ name, args = {}, id, rawArgs }: ReplyCall) {
  const block = { type: 'tool_use', id: id ?? nextId('toolu'), name, input: args }
  return { block, text: rawArgs ?? JSON.stringify(args) }
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

function sendEvent(response: ServerResponse, body: unknown, name?: string): void {
  const head = name ? `event: ${name}\n` : ''
  response.write(`${head}data: ${JSON.stringify(body)}\n\n`)
}
