import { type AnswerProtocol, answerFetch } from './answer-fetch.ts'
import type { Json } from './is-record.ts'
import { ChunkReader, toChunks } from './openai-chunks.ts'
import { ResponseReader } from './response-events.ts'
import { attachUsage } from './usage/attach-usage.ts'
import { attachResponseUsage } from './usage/openai-usage.ts'
import { toResponseEvents } from './whole-answers.ts'

const completions: AnswerProtocol = {
  framing: 'sse',
  isStreamed: (_url, body) => body['stream'] === true,
  createReader: () => new ChunkReader(),
  toEvents: toChunks,
  withoutRefused: withoutUsage,
}

/** Wraps `fetch` so that OpenAI's client gets chat completions in the form that OpenAI documents. */
export function openAiFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return answerFetch(fetch, completions)
}

const responses: AnswerProtocol = {
  framing: 'sse',
  isStreamed: (_url, body) => body['stream'] === true,
  createReader: () => attachUsage(new ResponseReader(), attachResponseUsage),
  toEvents: toResponseEvents,
}

/** The same for OpenAI's responses. */
export function responsesFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return answerFetch(fetch, responses)
}

/** Some servers don't know `stream_options`: their usage is estimated. */
function withoutUsage(body: Json, refusal: string): Json | undefined {
  const { stream_options: options, ...rest } = body
  const isRefused = options !== undefined && /stream_options|include_usage/i.test(refusal)
  return isRefused ? rest : undefined
}
