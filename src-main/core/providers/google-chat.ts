import { AIMessage, AIMessageChunk, type BaseMessage, ToolMessage } from '@langchain/core/messages'
import { ChatGenerationChunk } from '@langchain/core/outputs'
import { ChatGoogle } from '@langchain/google'
import { z } from 'zod'
import { type AnswerProtocol, answerFetch } from './answer-fetch.ts'
import type { Connection } from './define.ts'
import { fitMessages } from './fit-messages.ts'
import { GeminiReader } from './gemini-chunks.ts'
import { toGeminiEvents } from './whole-answers.ts'

type Stream = ChatGoogle['_streamResponseChunks']

type ApiClient = NonNullable<
  Extract<ConstructorParameters<typeof ChatGoogle>[0], object>['apiClient']
>

const generateContent: AnswerProtocol = {
  framing: 'sse',
  isStreamed: (url) => url.includes(':streamGenerateContent'),
  createReader: () => new GeminiReader(),
  toEvents: toGeminiEvents,
}

/** Sends Gemini's requests as we send all others. */
class KeyedClient implements ApiClient {
  readonly #key: string
  readonly #fetch: typeof globalThis.fetch

  constructor({ key = '', fetch }: Pick<Connection, 'key' | 'fetch'>) {
    this.#key = key
    this.#fetch = answerFetch(fetch, generateContent)
  }

  async fetch(request: Request): Promise<Response> {
    const { url, method, headers, signal } = request
    headers.set('x-goog-api-key', this.#key)
    // As text, it can be sent again.
    return this.#fetch(url, { method, headers, signal, body: await request.text() })
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
    const isSigned = /^gemini-3/.test(this.model)
    const known = fitMessages(messages).map((message) => toGemini(message, isSigned))
    for await (const piece of super._streamResponseChunks(known, options)) {
      const chunk = toUsual(piece)
      yield chunk
      await manager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, {
        chunk,
      })
    }
  }
}

/** What Gemini 3 takes in place of a signature where another model made the calls. */
const NOT_ITS_OWN = 'skip_thought_signature_validator'

/** The client sends back no calls but those in the content, and results as they are. */
function toGemini(message: BaseMessage, isSigned: boolean): BaseMessage {
  if (ToolMessage.isInstance(message) && isText(message.content)) {
    return new ToolMessage({ content: message.text, tool_call_id: message.tool_call_id })
  }
  if (!AIMessage.isInstance(message) || !message.tool_calls?.length) return message
  const { text, tool_calls: calls } = message
  const own = calls.map((call) => Signed.parse(call).thoughtSignature)
  const isForeign = isSigned && own.every((signature) => signature === undefined)
  const parts = calls.map(({ id, name, args }, index) => {
    const signature = isForeign && index === 0 ? NOT_ITS_OWN : own[index]
    return {
      type: 'functionCall',
      functionCall: { name, args, ...(isGiven(id) && { id }) },
      ...(signature !== undefined && { thoughtSignature: signature }),
    }
  })
  const said = text === '' ? [] : [{ type: 'text', text }]
  return new AIMessage({ content: [...said, ...parts], tool_calls: calls })
}

const Signed = z.looseObject({ thoughtSignature: z.string().optional() })

function isText(content: BaseMessage['content']): boolean {
  return typeof content === 'string' || content.every(({ type }) => type === 'text')
}

/** Those that the client made up itself it leaves out of results too. */
function isGiven(id: string | undefined): boolean {
  return id !== undefined && !id.startsWith('lc-tool-call-')
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
