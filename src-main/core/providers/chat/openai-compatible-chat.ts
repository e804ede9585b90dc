import type { BaseMessage } from '@langchain/core/messages'
import { ChatOpenAICompletions } from '@langchain/openai'
import { z } from 'zod'
import type { Connection } from '../define.ts'
import { fitMessages } from './fit-messages.ts'
import { openAiFetch, withFinishReason } from './openai-chat.ts'

/**
 * What of a model's reasoning goes back to the server with the calls that it led to: nothing; whatever
 * the server sent, under the server's own names; or always something, without which the server refuses
 * the request.
 */
export type ReturnedReasoning = 'never' | 'as-received' | 'always'

interface OpenAiKindOptions {
  readonly returnsReasoning?: ReturnedReasoning
  /** The ids of tool calls that the server accepts, where it is stricter than others. */
  readonly callId?: RegExp
}

/** The fields that servers send reasoning in, and take it back in. */
const Reasoning = z.object({
  reasoning_content: z.string().optional(),
  reasoning: z.string().optional(),
  reasoning_details: z.array(z.unknown()).optional(),
})
type Reasoning = z.infer<typeof Reasoning>

/** In place of the reasoning of another provider's model. */
const NO_REASONING: Reasoning = { reasoning_content: '.' }

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
 * The client of servers that speak OpenAI's chat completions, each a little differently: reasoning
 * comes under several names, and some leave out who is speaking.
 */
export class OpenAiKindChat extends ChatOpenAICompletions {
  readonly #returnsReasoning: ReturnedReasoning
  readonly #callId: RegExp | undefined
  /** The reasoning in front of a call, by the call's id. */
  readonly #reasoning = new Map<string, Reasoning>()

  constructor(
    model: string,
    { key, baseUrl, fetch }: Pick<Connection, 'key' | 'baseUrl' | 'fetch'>,
    { returnsReasoning = 'never', callId }: OpenAiKindOptions = {},
  ) {
    super({
      model,
      // The client insists on a key; servers that want none ignore it.
      apiKey: key ?? 'none',
      maxRetries: 0,
      streaming: true,
      streamUsage: true,
      configuration: { fetch: openAiFetch(fetch), baseURL: baseUrl },
    })
    this.#returnsReasoning = returnsReasoning
    this.#callId = callId
  }

  override async *_streamResponseChunks(
    ...[messages, ...rest]: Parameters<Stream>
  ): ReturnType<Stream> {
    const fitted = fitMessages(messages, this.#callId)
    for (const message of fitted) this.#learn(message)
    yield* super._streamResponseChunks(fitted, ...rest)
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
    const messages = request.messages.map((message) => this.#toWire(message))
    return request.stream
      ? super.completionWithRetry({ ...request, messages }, options)
      : super.completionWithRetry({ ...request, messages }, options)
  }

  protected override _convertCompletionsDeltaToBaseMessageChunk(
    ...[delta, raw, role]: Parameters<ConvertDelta>
  ): ReturnType<ConvertDelta> {
    const received = Reasoning.safeParse(delta).data ?? {}
    const { reasoning, reasoning_content: thought = reasoning } = received
    const known = thought === undefined ? delta : { ...delta, reasoning_content: thought }
    const chunk = super._convertCompletionsDeltaToBaseMessageChunk(known, raw, role ?? 'assistant')
    if (this.#returnsReasoning !== 'never') Object.assign(chunk.additional_kwargs, received)
    return withFinishReason(chunk, raw.choices[0]?.finish_reason)
  }

  #learn({ additional_kwargs: kwargs, ...message }: BaseMessage): void {
    const calls = 'tool_calls' in message ? message.tool_calls : undefined
    const received = Reasoning.safeParse(kwargs).data
    if (!received || Object.keys(received).length === 0 || !Array.isArray(calls)) return
    for (const { id } of calls) this.#reasoning.set(String(id), received)
  }

  #toWire(message: AskedMessage): AskedMessage {
    if (message.role !== 'assistant') return message
    const [call] = message.tool_calls ?? []
    if (!call) return message
    // A call needs no text: an empty one is refused by some servers, a missing one by others.
    const content = message.content || null
    return Object.assign({ ...message, content }, this.#reasoningFor(call.id))
  }

  #reasoningFor(callId: string): Reasoning {
    if (this.#returnsReasoning === 'never') return {}
    const received = this.#reasoning.get(callId)
    return received ?? (this.#returnsReasoning === 'always' ? NO_REASONING : {})
  }
}
