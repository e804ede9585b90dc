import { AIMessageChunk } from '@langchain/core/messages'
import { ChatGenerationChunk } from '@langchain/core/outputs'
import { ChatGoogle } from '@langchain/google'
import type { Connection } from './define.ts'

type Stream = ChatGoogle['_streamResponseChunks']

type ApiClient = NonNullable<
  Extract<ConstructorParameters<typeof ChatGoogle>[0], object>['apiClient']
>

/** Sends Gemini's requests as we send all others. */
class KeyedClient implements ApiClient {
  readonly #key: string
  readonly #fetch: typeof globalThis.fetch

  constructor({ key = '', fetch }: Pick<Connection, 'key' | 'fetch'>) {
    this.#key = key
    this.#fetch = fetch
  }

  fetch(request: Request): Promise<Response> {
    request.headers.set('x-goog-api-key', this.#key)
    return this.#fetch(request)
  }

  hasApiKey(): boolean {
    return true
  }

  async getProjectId(): Promise<string> {
    return 'none'
  }
}

/** Gemini's client, answering in the form the others answer in. */
export class GoogleChat extends ChatGoogle {
  constructor(model: string, connection: Connection) {
    super({
      model,
      apiClient: new KeyedClient(connection),
      platformType: 'gai',
      endpoint: connection.baseUrl,
      maxRetries: 0,
      streaming: true,
    })
  }

  override async *_streamResponseChunks(
    ...[messages, options, manager]: Parameters<Stream>
  ): ReturnType<Stream> {
    for await (const piece of super._streamResponseChunks(messages, options)) {
      const chunk = toUsual(piece)
      yield chunk
      await manager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, {
        chunk,
      })
    }
  }
}

/** Thoughts apart from what is said; calls once, where every client has them. */
function toUsual({ message, generationInfo }: ChatGenerationChunk): ChatGenerationChunk {
  if (!AIMessageChunk.isInstance(message)) throw new Error('Gemini answers as a model.')
  const { thought, text } = partsOf(message.content)
  const { tool_calls = [], usage_metadata: usage } = message
  const finish = generationInfo?.['finishReason']
  const usual = new AIMessageChunk({
    content: text,
    // With the signatures that Gemini wants back.
    tool_calls,
    additional_kwargs: thought === '' ? {} : { reasoning_content: thought },
    response_metadata: {
      model_provider: 'google',
      ...(typeof finish === 'string' && { finish_reason: finish }),
    },
    ...(usage === undefined ? {} : { usage_metadata: usage }),
  })
  return new ChatGenerationChunk({ message: usual, text })
}

function partsOf(content: AIMessageChunk['content']): { thought: string; text: string } {
  if (typeof content === 'string') return { thought: '', text: content }
  const texts = content.flatMap((part) =>
    'text' in part && typeof part.text === 'string'
      ? [{ isThought: 'thought' in part && part.thought === true, text: part.text }]
      : [],
  )
  const join = (isThought: boolean) =>
    texts.flatMap((part) => (part.isThought === isThought ? [part.text] : [])).join('')
  return { thought: join(true), text: join(false) }
}
