import { AIMessage, type BaseMessage, type BaseMessageChunk } from '@langchain/core/messages'
import { ChatOpenAI, ChatOpenAICompletions, ChatOpenAIResponses } from '@langchain/openai'
import { z } from 'zod'
import type { Json } from '#shared/lib/json.ts'
import type { Connection } from '../define.ts'
import { type AnswerProtocol, answerFetch } from '../streaming/answer-fetch.ts'
import { toResponseEvents } from '../streaming/whole-answers.ts'
import { attachResponseUsage } from '../usage/openai-usage.ts'
import { attachUsage, withoutEmptyUsage } from '../usage/reported-usage.ts'
import { fitMessages } from './fit-messages.ts'
import { ChunkReader, toChunks } from './openai-chunks.ts'
import { ResponseReader } from './response-events.ts'

type StreamCompletions = ChatOpenAICompletions['_streamResponseChunks']
type ConvertDelta = ChatOpenAICompletions['_convertCompletionsDeltaToBaseMessageChunk']
type StreamResponses = ChatOpenAIResponses['_streamResponseChunks']

/** OpenAI's client, which chooses between two protocols by model and tools. */
export function createOpenAiChat(model: string, { key, baseUrl, fetch }: Connection): ChatOpenAI {
  const fields = {
    model,
    ...(key && { apiKey: key }),
    maxRetries: 0,
    streaming: true,
    configuration: { fetch: openAiFetch(fetch), baseURL: baseUrl },
  }
  const responses = { fetch: responsesFetch(fetch), baseURL: baseUrl }
  // It makes a copy of itself once it has tools: a class of our own would be lost there.
  const protocols = {
    completions: new Completions(fields),
    responses: new Responses({ ...fields, configuration: responses }),
  }
  return new ChatOpenAI({ ...fields, ...protocols })
}

class Completions extends ChatOpenAICompletions {
  override async *_streamResponseChunks(
    ...[messages, ...rest]: Parameters<StreamCompletions>
  ): ReturnType<StreamCompletions> {
    yield* super._streamResponseChunks(fitMessages(messages), ...rest)
  }

  protected override _convertCompletionsDeltaToBaseMessageChunk(
    ...[delta, raw, role]: Parameters<ConvertDelta>
  ): ReturnType<ConvertDelta> {
    const chunk = super._convertCompletionsDeltaToBaseMessageChunk(delta, raw, role)
    return withFinishReason(chunk, raw.choices[0]?.finish_reason)
  }
}

class Responses extends ChatOpenAIResponses {
  override async *_streamResponseChunks(
    ...[messages, ...rest]: Parameters<StreamResponses>
  ): ReturnType<StreamResponses> {
    const known = fitMessages(messages).map(toReplayed)
    for await (const chunk of super._streamResponseChunks(known, ...rest)) {
      yield withoutEmptyUsage(chunk)
    }
  }
}

const Output = z.array(z.looseObject({ type: z.string(), call_id: z.string().optional() }))

/**
 * The client sends a response's own items in place of the message. Leaves them out if the calls differ:
 * the server refuses calls without a result.
 */
function toReplayed(message: BaseMessage): BaseMessage {
  if (!AIMessage.isInstance(message)) return message
  const { output, ...metadata } = message.response_metadata
  const items = Output.safeParse(output).data ?? []
  const sent = items.flatMap(({ type, call_id: id }) => (type === 'function_call' ? [id] : []))
  const ids = message.tool_calls?.map(({ id }) => id) ?? []
  const isSame = sent.length === ids.length && sent.every((id) => ids.includes(id))
  if (isSame) return message
  const { content, tool_calls = [], additional_kwargs } = message
  return new AIMessage({ content, tool_calls, additional_kwargs, response_metadata: metadata })
}

const completionsProtocol: AnswerProtocol = {
  framing: 'sse',
  isStreamed: (_url, body) => body['stream'] === true,
  createReader: () => new ChunkReader(),
  toEvents: toChunks,
  withoutRefused: withoutUsage,
}

/** Wraps `fetch` so that OpenAI's client gets chat completions in the form that OpenAI documents. */
export function openAiFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return answerFetch(fetch, completionsProtocol)
}

const responsesProtocol: AnswerProtocol = {
  framing: 'sse',
  isStreamed: (_url, body) => body['stream'] === true,
  createReader: () => attachUsage(new ResponseReader(), attachResponseUsage),
  toEvents: toResponseEvents,
}

/** The same for OpenAI's responses. */
function responsesFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return answerFetch(fetch, responsesProtocol)
}

/** Some servers don't know `stream_options`: their usage is estimated. */
function withoutUsage(body: Json, refusal: string): Json | undefined {
  const { stream_options: options, ...rest } = body
  const isRefused = options !== undefined && /stream_options|include_usage/i.test(refusal)
  return isRefused ? rest : undefined
}

/** Puts a finish reason into its message: OpenAI's client keeps it beside, where the thread doesn't have it. */
export function withFinishReason<Chunk extends BaseMessageChunk>(
  chunk: Chunk,
  reason: string | null | undefined,
): Chunk {
  if (reason) Object.assign(chunk.response_metadata, { finish_reason: reason })
  return chunk
}
