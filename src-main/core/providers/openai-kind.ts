import type { BaseMessage } from '@langchain/core/messages'
import { ChatOpenAICompletions } from '@langchain/openai'
import type { Connection } from './define.ts'

interface OpenAiKindOptions {
  /** The provider refuses calls that come back without what was thought before them. */
  readonly wantsReasoning?: boolean
}

type Stream = ChatOpenAICompletions['_streamResponseChunks']
type ConvertDelta = ChatOpenAICompletions['_convertCompletionsDeltaToBaseMessageChunk']
/** Its two forms: the client exports no names for what they take. */
type Complete = ChatOpenAICompletions['completionWithRetry'] extends {
  (request: infer Streamed, options?: infer Options): infer Pieces
  (request: infer Whole, options?: infer _): infer Answer
}
  ? { streamed: Streamed; whole: Whole; options: Options; pieces: Pieces; answer: Answer }
  : never
type AskedMessage = Complete['streamed']['messages'][number]

/**
 * The client of everyone who speaks OpenAI's chat completions, each a little differently: reasoning
 * comes under two names, and some leave out who is speaking.
 */
export class OpenAiKindChat extends ChatOpenAICompletions {
  readonly #wantsReasoning: boolean
  /** What was thought before a call, by the call's id. */
  readonly #thoughts = new Map<string, string>()

  constructor(
    model: string,
    { key, baseUrl, fetch }: Pick<Connection, 'key' | 'baseUrl' | 'fetch'>,
    { wantsReasoning = false }: OpenAiKindOptions = {},
  ) {
    super({
      model,
      // The client insists on a key; servers that want none ignore it.
      apiKey: key ?? 'none',
      maxRetries: 0,
      streaming: true,
      streamUsage: true,
      configuration: { fetch, baseURL: baseUrl },
    })
    this.#wantsReasoning = wantsReasoning
  }

  override async *_streamResponseChunks(
    ...[messages, ...rest]: Parameters<Stream>
  ): ReturnType<Stream> {
    if (this.#wantsReasoning) for (const message of messages) this.#learn(message)
    yield* super._streamResponseChunks(messages, ...rest)
  }

  override completionWithRetry(
    request: Complete['streamed'],
    options?: Complete['options'],
  ): Complete['pieces']
  override completionWithRetry(
    request: Complete['whole'],
    options?: Complete['options'],
  ): Complete['answer']
  override completionWithRetry(
    request: Complete['streamed'] | Complete['whole'],
    options?: Complete['options'],
  ): Complete['pieces'] | Complete['answer'] {
    const messages = request.messages.map((message) => this.#withThought(message))
    return request.stream
      ? super.completionWithRetry({ ...request, messages }, options)
      : super.completionWithRetry({ ...request, messages }, options)
  }

  protected override _convertCompletionsDeltaToBaseMessageChunk(
    ...[delta, raw, role]: Parameters<ConvertDelta>
  ): ReturnType<ConvertDelta> {
    const { reasoning, reasoning_content: thought = reasoning, ...said } = delta
    const known = typeof thought === 'string' ? { ...said, reasoning_content: thought } : said
    return super._convertCompletionsDeltaToBaseMessageChunk(known, raw, role ?? 'assistant')
  }

  #learn(message: BaseMessage): void {
    const thought = message.additional_kwargs['reasoning_content']
    const calls = 'tool_calls' in message ? message.tool_calls : undefined
    if (typeof thought !== 'string' || !Array.isArray(calls)) return
    for (const { id } of calls) this.#thoughts.set(String(id), thought)
  }

  #withThought(message: AskedMessage): AskedMessage {
    const [call] = message.role === 'assistant' ? (message.tool_calls ?? []) : []
    const thought = call && this.#thoughts.get(call.id)
    return thought === undefined ? message : Object.assign({ reasoning_content: thought }, message)
  }
}
