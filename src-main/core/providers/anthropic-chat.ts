import { ChatAnthropic } from '@langchain/anthropic'
import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import { type AnswerProtocol, answerFetch } from './answer-fetch.ts'
import { AnthropicReader } from './anthropic-events.ts'
import type { Connection } from './define.ts'
import { withoutEmptyUsage } from './empty-usage.ts'
import { fitMessages } from './fit-messages.ts'
import { attachAnthropicUsage } from './usage/anthropic-usage.ts'
import { attachUsage } from './usage/attach-usage.ts'
import { toAnthropicEvents } from './whole-answers.ts'

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
