import type { RawReply, Reply } from '../model-formats/format.ts'

/** A model of each client that reads answers in its own way. */
export const MODELS = {
  compatible: 'compatible:anything',
  openai: 'openai:gpt-4o',
  anthropic: 'anthropic:claude-haiku-4-5',
  google: 'google:gemini-3.8-flash',
  ollama: 'ollama:m',
} as const

export const DONE = 'data: [DONE]\n\n'

export function sse(...events: readonly object[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
}

export function eventStream(body: string, rest: Partial<RawReply> = {}): Reply {
  return { raw: { contentType: 'text/event-stream', body, ...rest } }
}

export function json(body: unknown, rest: Partial<RawReply> = {}): Reply {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { raw: { contentType: 'application/json', body: text, ...rest } }
}

export function html(status: number, title: string, text: string): Reply {
  const body = `<!DOCTYPE html>\n<html><head><title>${title}</title><style>p { color: red }</style><script>track("x")</script></head><body><p>${text}</p></body></html>`
  return { raw: { contentType: 'text/html; charset=utf-8', body, status } }
}

export function plain(status: number, body: string): Reply {
  return { raw: { contentType: 'text/plain', body, status } }
}

export function redirect(status: number, location: string): Reply {
  return { raw: { status, body: '', headers: { location } } }
}

/** One piece of an answer in OpenAI's chat completions. */
export function openAiChunk(content: string, finish_reason: string | null = null): object {
  return { id: 'x', choices: [{ index: 0, delta: { content }, finish_reason }] }
}

/** The events of one answer in Anthropic's messages; `named` writes each event's name. */
export function named(events: readonly { readonly type: string }[]): string {
  return events.map((event) => `event: ${event.type}\n${sse(event)}`).join('')
}

const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_sequence: null }

export const anthropicStart = [
  {
    type: 'message_start',
    message: {
      ...message,
      content: [],
      stop_reason: null,
      usage: { input_tokens: 10, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello.' } },
]

export const anthropicEnd = [
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
  { type: 'message_stop' },
]

export const anthropicWhole = {
  ...message,
  content: [{ type: 'text', text: 'Hello.' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 10, output_tokens: 2 },
}

export function googleChunk(text: string, finishReason?: string): object {
  const content = { role: 'model', parts: [{ text }] }
  return { candidates: [{ content, index: 0, ...(finishReason && { finishReason }) }] }
}

export function ollamaLine(content: string, done = false): string {
  const end = done && { done_reason: 'stop', prompt_eval_count: 10, eval_count: 2 }
  return `${JSON.stringify({ model: 'm', message: { role: 'assistant', content }, done, ...end })}\n`
}

/** A response whose body breaks off inside a chunk of its transfer encoding. */
export function cutChunk(contentType: string, body: string): Reply {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: ${contentType}\r\ntransfer-encoding: chunked\r\n\r\n`
  return { bytes: `${head}${(Buffer.byteLength(body) + 50).toString(16)}\r\n${body}` }
}
