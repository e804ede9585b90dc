import { AIMessage, AIMessageChunk, type BaseMessage, ToolMessage } from '@langchain/core/messages'
import { ChatGenerationChunk } from '@langchain/core/outputs'
import { ChatGoogle } from '@langchain/google'
import { z } from 'zod'
import { isRecord, type Json } from '#shared/lib/json.ts'
import type { Connection } from '../define.ts'
import { type AnswerProtocol, answerFetch } from '../streaming/answer-fetch.ts'
import type { AnswerReader } from '../streaming/answer-reader.ts'
import { toGeminiEvents } from '../streaming/whole-answers.ts'
import { joinUsages, REPORTED, type ReportedUsage } from '../usage/reported-usage.ts'
import { fitMessages } from './fit-messages.ts'
import { GeminiReader, readGeminiUsage } from './gemini-chunks.ts'

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
  #reported: ReportedUsage | undefined

  constructor({ key = '', fetch }: Pick<Connection, 'key' | 'fetch'>) {
    this.#key = key
    this.#fetch = answerFetch(fetch, {
      ...generateContent,
      createReader: () => this.#createReader(),
    })
  }

  /** What the server has reported so far: the client drops most of it. */
  get reported(): ReportedUsage | undefined {
    return this.#reported
  }

  async fetch(request: Request): Promise<Response> {
    const { url, method, headers, signal } = request
    headers.set('x-goog-api-key', this.#key)
    // As text, it can be sent again.
    return this.#fetch(url, { method, headers, signal, body: await request.text() })
  }

  #createReader(): AnswerReader {
    const reader = generateContent.createReader()
    return {
      get state() {
        return reader.state
      },
      read: (event) => {
        this.#readUsage(event)
        return reader.read(event)
      },
      end: () => reader.end(),
    }
  }

  #readUsage({ response, ...event }: Json): void {
    const { usageMetadata: usage } = isRecord(response) ? response : event
    if (!isRecord(usage)) return
    const reported = readGeminiUsage(usage)
    this.#reported = this.#reported ? joinUsages(this.#reported, reported) : reported
  }

  hasApiKey(): boolean {
    return true
  }

  async getProjectId(): Promise<string> {
    return 'none'
  }
}

/**
 * Gemini's client, answering in the form the others answer in. Each request has one of its own, which
 * keeps what the server reports about it.
 */
export class GoogleChat extends ChatGoogle {
  readonly #connection: Connection

  constructor(model: string, connection: Connection) {
    super(fieldsOf(model, connection, new KeyedClient(connection)))
    this.#connection = connection
  }

  override async *_streamResponseChunks(
    ...[messages, options, manager]: Parameters<Stream>
  ): ReturnType<Stream> {
    const isSigned = /^gemini-3/.test(this.model)
    const known = fitMessages(messages).map((message) => toGemini(message, isSigned))
    const client = new KeyedClient(this.#connection)
    const once = new ChatGoogle(fieldsOf(this.model, this.#connection, client))
    const report = (chunk: ChatGenerationChunk) =>
      manager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk })
    for await (const piece of once._streamResponseChunks(known, options)) {
      const chunk = toUsual(piece, client.reported)
      yield chunk
      await report(chunk)
    }
    // The client has no piece for a usage that comes alone.
    const last = toUsageChunk(client.reported)
    yield last
    await report(last)
  }
}

function fieldsOf(model: string, { baseUrl }: Connection, apiClient: KeyedClient) {
  return {
    model,
    apiClient,
    platformType: 'gai',
    endpoint: baseUrl,
    maxRetries: 0,
    streaming: true,
  } as const
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
function toUsual(
  { message, generationInfo }: ChatGenerationChunk,
  reported: ReportedUsage | undefined,
): ChatGenerationChunk {
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
      ...metadataOf(reported),
      ...(typeof finish === 'string' && { finish_reason: finish }),
    },
    ...(usage === undefined ? {} : { usage_metadata: usage }),
  })
  return new ChatGenerationChunk({ message: usual, text })
}

function toUsageChunk(reported: ReportedUsage | undefined): ChatGenerationChunk {
  const message = new AIMessageChunk({ content: '', response_metadata: metadataOf(reported) })
  return new ChatGenerationChunk({ message, text: '' })
}

function metadataOf(reported: ReportedUsage | undefined) {
  return { model_provider: 'google', ...(reported && { usage: { [REPORTED]: reported } }) }
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
