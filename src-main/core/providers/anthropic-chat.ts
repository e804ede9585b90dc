import { ChatAnthropic } from '@langchain/anthropic'
import type { Connection } from './define.ts'
import { fitMessages } from './fit-messages.ts'

type Stream = ChatAnthropic['_streamResponseChunks']

const MAX_OUTPUT_TOKENS = 16_000

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
      clientOptions: { fetch },
    })
  }

  override async *_streamResponseChunks(
    ...[messages, ...rest]: Parameters<Stream>
  ): ReturnType<Stream> {
    yield* super._streamResponseChunks(fitMessages(messages), ...rest)
  }
}
