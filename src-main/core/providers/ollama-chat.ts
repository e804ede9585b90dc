import { type BaseMessage, ToolMessage } from '@langchain/core/messages'
import { ChatOllama } from '@langchain/ollama'
import { z } from 'zod'
import { type AnswerProtocol, answerFetch } from './answer-fetch.ts'
import type { Connection } from './define.ts'
import { withoutEmptyUsage } from './empty-usage.ts'
import { fitMessages } from './fit-messages.ts'
import { OllamaReader } from './ollama-lines.ts'
import { attachUsage } from './usage/attach-usage.ts'
import { attachOllamaUsage } from './usage/ollama-usage.ts'
import { toOllamaEvents } from './whole-answers.ts'

type Stream = ChatOllama['_streamResponseChunks']

/** More than this is set aside in memory only where a person asks for it. */
const USUAL_CONTEXT_TOKENS = 32_768

const Shown = z.object({ model_info: z.record(z.string(), z.unknown()).default({}) })

const chat: AnswerProtocol = {
  framing: 'ndjson',
  isStreamed: (url) => url.endsWith('/api/chat'),
  createReader: () => attachUsage(new OllamaReader(), attachOllamaUsage),
  toEvents: toOllamaEvents,
}

/**
 * Ollama's client. Each request has one of its own: it knows no other way to break one off than to
 * break off all of them.
 */
export class OllamaChat extends ChatOllama {
  readonly #connection: Connection
  readonly #contextTokens: number

  private constructor(model: string, connection: Connection, contextTokens: number) {
    super(fieldsOf(model, connection, contextTokens))
    this.#connection = connection
    this.#contextTokens = contextTokens
  }

  /** Ollama cuts off what is longer than it was told to expect, and says nothing: so it is told. */
  static async open(model: string, connection: Connection): Promise<OllamaChat> {
    const contextTokens = connection.contextTokens ?? (await usualContext(model, connection))
    return new OllamaChat(model, connection, contextTokens)
  }

  override get profile() {
    return { maxInputTokens: this.#contextTokens, toolCalling: true }
  }

  override async *_streamResponseChunks(
    ...[messages, options, manager]: Parameters<Stream>
  ): ReturnType<Stream> {
    const { signal } = options
    const fetch = answerFetch(this.#connection.fetch, chat)
    const bound: typeof fetch = (input, init) =>
      fetch(input, { ...init, ...(signal && { signal: both(signal, init?.signal) }) })
    const connection = { ...this.#connection, fetch: bound }
    const once = new ChatOllama(fieldsOf(this.model, connection, this.#contextTokens))
    const known = fitMessages(messages).map(asText)
    for await (const chunk of once._streamResponseChunks(known, options, manager)) {
      yield withoutEmptyUsage(chunk)
    }
  }
}

function fieldsOf(model: string, { baseUrl, fetch }: Connection, contextTokens: number) {
  return { model, baseUrl, fetch, numCtx: contextTokens, maxRetries: 0, streaming: true }
}

function both(one: AbortSignal, other: AbortSignal | null | undefined): AbortSignal {
  return other ? AbortSignal.any([one, other]) : one
}

/** It takes results as text alone. */
function asText(message: BaseMessage): BaseMessage {
  if (!ToolMessage.isInstance(message) || typeof message.content === 'string') return message
  const { tool_call_id, name, text } = message
  return new ToolMessage({ content: text, tool_call_id, ...(name !== undefined && { name }) })
}

const SHOW_TIMEOUT_MS = 5000

/** What the model was made for, as far as memory is usually set aside. */
async function usualContext(model: string, { baseUrl, fetch }: Connection): Promise<number> {
  const shown = Shown.safeParse(await askAbout(model, { baseUrl, fetch }))
  const info = Object.entries(shown.data?.model_info ?? {})
  const [, made] = info.find(([name]) => name.endsWith('.context_length')) ?? []
  return typeof made === 'number' ? Math.min(made, USUAL_CONTEXT_TOKENS) : USUAL_CONTEXT_TOKENS
}

async function askAbout(
  model: string,
  { baseUrl, fetch }: Pick<Connection, 'baseUrl' | 'fetch'>,
): Promise<unknown> {
  try {
    const body = JSON.stringify({ model })
    const signal = AbortSignal.timeout(SHOW_TIMEOUT_MS)
    const response = await fetch(`${baseUrl}/api/show`, { method: 'POST', body, signal })
    return response.ok ? await response.json() : {}
  } catch {
    // Where it does not answer, the model's first call says so, and can be borne.
    return {}
  }
}
