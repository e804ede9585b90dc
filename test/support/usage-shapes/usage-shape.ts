import type { Price, Usage } from '#shared/pricing/pricing.ts'
import { eventStream, sse } from '../http-faults/replies.ts'
import type { Reply } from '../model-formats/format.ts'

/** One way in which a server reports usage, and what it means. */
export interface UsageShape {
  readonly name: string
  /** Who reports usage this way, as docs/providers.md names it. */
  readonly server: string
  /** The server's arithmetic, as a sentence of docs/providers.md. */
  readonly rule: string
  readonly model: string
  readonly reply: Reply
  /** Absent: the price is that of the price list. */
  readonly price?: Omit<Price, 'source'>
  readonly usage: Partial<Usage>
  /** Absent: the standard one. */
  readonly serviceTier?: string
  /** The server doesn't report all counts. */
  readonly isEstimated?: true
  readonly bill: Bill
}

/**
 * Tokens and their price in dollars per million; dollars that the server reports; the price of
 * estimated tokens; or unknown.
 */
export type Bill =
  | readonly (readonly [tokens: number, usd: number])[]
  | { readonly usd: number }
  | 'estimated'
  | null

/** A price with a figure of its own for every part. */
export const PRICE: Omit<Price, 'source'> = {
  inputUsd: 2,
  outputUsd: 8,
  cacheReadUsd: 0.5,
  cacheWriteUsd: 2.5,
  cacheWrite1hUsd: 4,
  audioInputUsd: 30,
  cacheReadAudioUsd: 3,
  imageInputUsd: 5,
  audioOutputUsd: 60,
  imageOutputUsd: 40,
  webSearchUsd: 10,
}

const said = { index: 0, delta: { role: 'assistant', content: 'Hello.' }, finish_reason: null }
const ended = { index: 0, delta: {}, finish_reason: 'stop' }
const DONE = 'data: [DONE]\n\n'

/** Chat completions whose last chunk has the usage, and nothing else unless `rest` says so. */
export function chat(usage: unknown, rest: object = {}): Reply {
  return chunks({ choices: [said] }, { choices: [ended] }, { choices: [], usage, ...rest })
}

export function chunks(...events: readonly object[]): Reply {
  const named = events.map((event) => ({ id: 'x', object: 'chat.completion.chunk', ...event }))
  return eventStream(`${sse(...named)}${DONE}`)
}

/** Chat completions whose usage comes with the chunk that ends the answer. */
export function chatEndingWith(rest: object, choice: object = {}): Reply {
  return chunks({ choices: [said] }, { choices: [{ ...ended, ...choice }], ...rest })
}

/** Chat completions with a usage in every chunk. */
export function chatCounting(...usages: readonly object[]): Reply {
  const counted = usages.map((usage) => ({ choices: [said], usage }))
  return chunks(...counted, { choices: [ended], usage: usages.at(-1) })
}

export function responses(usage: unknown, rest: object = {}): Reply {
  const content = [{ type: 'output_text', text: 'Hello.', annotations: [] }]
  const item = { type: 'message', id: 'msg_1', role: 'assistant', content }
  const response = { id: 'r', object: 'response', model: 'm', output: [item], usage, ...rest }
  const events = [
    { type: 'response.created', response: { ...response, output: [], usage: null } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
    { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'Hello.' },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { ...response, status: 'completed' } },
  ]
  return eventStream(sse(...events))
}

/** A message of Anthropic with one usage at its start and others at its end. */
export function message(start: unknown, ...ends: readonly unknown[]): Reply {
  const base = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [] }
  const delta = { stop_reason: 'end_turn', stop_sequence: null }
  const events = [
    { type: 'message_start', message: { ...base, stop_reason: null, usage: start } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello.' } },
    { type: 'content_block_stop', index: 0 },
    ...ends.map((usage) => ({ type: 'message_delta', delta, usage })),
    { type: 'message_stop' },
  ]
  return eventStream(events.map((event) => `event: ${event.type}\n${sse(event)}`).join(''))
}

/** An answer of Gemini, in a piece for each usage. */
export function gemini(...usages: readonly (object | undefined)[]): Reply {
  const last = usages.length - 1
  const events = usages.map((usageMetadata, index) => {
    const parts = [{ text: index === 0 ? 'Hello.' : '' }]
    const end = index === last && { finishReason: 'STOP' }
    const candidates = [{ index: 0, content: { role: 'model', parts }, ...end }]
    return { candidates, ...(usageMetadata && { usageMetadata }) }
  })
  return eventStream(sse(...events))
}

export function ollama(counts: object): Reply {
  const line = (content: string, rest: object) =>
    `${JSON.stringify({ model: 'm', message: { role: 'assistant', content }, ...rest })}\n`
  const body =
    line('Hello.', { done: false }) + line('', { done: true, done_reason: 'stop', ...counts })
  return { raw: { contentType: 'application/x-ndjson', body } }
}
