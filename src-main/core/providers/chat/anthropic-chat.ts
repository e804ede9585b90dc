import { ChatAnthropic } from '@langchain/anthropic'
import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import type { Json } from '#shared/lib/json.ts'
import type { Connection } from '../define.ts'
import { type AnswerProtocol, answerFetch } from '../streaming/answer-fetch.ts'
import { toAnthropicEvents } from '../streaming/whole-answers.ts'
import {
  attachUsage,
  REPORTED,
  type ReportedUsage,
  readCost,
  toCount,
  toRecord,
  toReportedUsage,
  toServiceTier,
  withoutEmptyUsage,
} from '../usage/reported-usage.ts'
import { AnthropicReader } from './anthropic-events.ts'
import { fitMessages } from './fit-messages.ts'

type Stream = ChatAnthropic['_streamResponseChunks']

const MAX_OUTPUT_TOKENS = 16_000

const messages: AnswerProtocol = {
  framing: 'sse',
  isStreamed: (_url, body) => body['stream'] === true,
  createReader: () => attachUsage(new AnthropicReader(), attachAnthropicUsage),
  toEvents: toAnthropicEvents,
}

/** Anthropic's client. */
export class AnthropicChat extends ChatAnthropic {
  constructor(model: string, { key, baseUrl, fetch }: Connection) {
    super({
      model,
      ...(key && { apiKey: key }),
      anthropicApiUrl: baseUrl,
      maxTokens: MAX_OUTPUT_TOKENS,
      maxRetries: 0,
      streaming: true,
      clientOptions: { fetch: answerFetch(fetch, messages) },
    })
  }

  override async *_streamResponseChunks(
    ...[messages, ...rest]: Parameters<Stream>
  ): ReturnType<Stream> {
    const known = fitMessages(messages).map(withoutUnsigned)
    for await (const chunk of super._streamResponseChunks(known, ...rest)) {
      yield withoutEmptyUsage(chunk)
    }
  }

  /** Where a request is cached, agents with the same tools and another prompt share those. */
  protected override createStreamWithRetry(
    ...[request, ...rest]: Parameters<ChatAnthropic['createStreamWithRetry']>
  ): ReturnType<ChatAnthropic['createStreamWithRetry']> {
    const { tools = [], cache_control } = request
    const last = tools.at(-1)
    if (!cache_control || !last) return super.createStreamWithRetry(request, ...rest)
    const marked = [...tools.slice(0, -1), { ...last, cache_control }]
    return super.createStreamWithRetry({ ...request, tools: marked }, ...rest)
  }
}

/** Compatible servers don't sign their thoughts, and Anthropic accepts no others. */
function withoutUnsigned(message: BaseMessage): BaseMessage {
  if (!AIMessage.isInstance(message) || typeof message.content === 'string') return message
  const content = message.content.filter(
    (block) => block.type !== 'thinking' || ('signature' in block && block.signature),
  )
  if (content.length === message.content.length) return message
  const { id, tool_calls = [], additional_kwargs, response_metadata } = message
  const fields = { content, tool_calls, additional_kwargs, response_metadata }
  return new AIMessage({ ...fields, ...(id !== undefined && { id }) })
}

/** Reads a usage of Anthropic's messages: reads and writes of the cache are beside the input. */
function readAnthropicUsage(usage: Json): ReportedUsage {
  const lifetimes = toRecord(usage['cache_creation'])
  const written1h = toCount(lifetimes['ephemeral_1h_input_tokens'])
  const written5m = toCount(lifetimes['ephemeral_5m_input_tokens']) ?? 0
  const written = toCount(usage['cache_creation_input_tokens']) ?? 0
  const cacheWriteTokens = Math.max(written, written5m + (written1h ?? 0))
  const cacheReadTokens = toCount(usage['cache_read_input_tokens']) ?? 0
  const fresh = toCount(usage['input_tokens'])
  const isStated = fresh !== undefined || cacheReadTokens + cacheWriteTokens > 0
  return toReportedUsage({
    inputTokens: isStated ? (fresh ?? 0) + cacheReadTokens + cacheWriteTokens : undefined,
    outputTokens: toCount(usage['output_tokens']),
    cacheReadTokens,
    cacheWriteTokens,
    cacheWrite1hTokens: written1h,
    reasoningTokens: toCount(toRecord(usage['output_tokens_details'])['thinking_tokens']),
    webSearches: toCount(toRecord(usage['server_tool_use'])['web_search_requests']),
    costUsd: readCost(usage),
    serviceTier: toServiceTier(usage['service_tier']),
  })
}

/**
 * Attaches the usage to an event of a streamed message. The client fails without the counts that it
 * adds up, and keeps of `message_delta` only what is in `delta`.
 */
function attachAnthropicUsage(event: Json): Json {
  switch (event['type']) {
    case 'message_start': {
      const message = toRecord(event['message'])
      return { ...event, message: { ...message, usage: toClientUsage(toRecord(message['usage'])) } }
    }
    case 'message_delta': {
      const usage = toClientUsage(toRecord(event['usage']))
      const delta = { ...toRecord(event['delta']), usage: { [REPORTED]: usage[REPORTED] } }
      return { ...event, delta, usage }
    }
    default:
      return event
  }
}

const CLIENT_COUNTS = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
] as const

function toClientUsage(usage: Json): Json {
  const counts = CLIENT_COUNTS.map((name) => [name, toCount(usage[name]) ?? 0])
  return { ...usage, ...Object.fromEntries(counts), [REPORTED]: readAnthropicUsage(usage) }
}
