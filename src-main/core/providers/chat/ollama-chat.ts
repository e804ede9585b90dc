import { type BaseMessage, ToolMessage } from '@langchain/core/messages'
import { ChatOllama } from '@langchain/ollama'
import { z } from 'zod'
import { isRecord, type Json, parseJson } from '#shared/lib/json.ts'
import type { Connection } from '../define.ts'
import { type AnswerProtocol, answerFetch } from '../streaming/answer-fetch.ts'
import { type AnswerReader, type AnswerState, MISSING } from '../streaming/answer-reader.ts'
import { ServerError } from '../streaming/server-error.ts'
import { toOllamaEvents } from '../streaming/whole-answers.ts'
import {
  attachUsage,
  REPORTED,
  toCount,
  toReportedUsage,
  withoutEmptyUsage,
} from '../usage/reported-usage.ts'
import { fitMessages } from './fit-messages.ts'
import { ThinkTags } from './think-tags.ts'

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

/** The server loaded or unloaded the model, and asked it nothing. */
const NOT_ASKED = new Set<unknown>(['load', 'unload'])

/** Turns the lines of one streamed answer into what Ollama documents. */
class OllamaReader implements AnswerReader {
  readonly #tags = new ThinkTags()
  #isDone = false

  get state(): AnswerState {
    return this.#isDone ? 'over' : 'open'
  }

  read(line: Json): readonly Json[] {
    const { message, done, done_reason: reason } = line
    const given = isRecord(message) ? message : {}
    const calls = readCalls(given['tool_calls'])
    this.#isDone = done === true || (typeof reason === 'string' && reason !== '')
    const { content, thinking } = this.#readText(given, this.#isDone || calls.length > 0)
    const isEmpty = content === '' && calls.length === 0
    if (this.#isDone && isEmpty && NOT_ASKED.has(reason)) {
      const words = 'The model was loaded, but it was not asked.'
      throw new ServerError({ kind: 'error', status: 503, words })
    }
    const read = {
      role: 'assistant',
      content,
      thinking,
      ...(calls.length > 0 && { tool_calls: calls }),
    }
    const finish = this.#isDone && { done_reason: reason || MISSING }
    return [{ ...line, done: this.#isDone, ...finish, message: read }]
  }

  end(): readonly Json[] {
    return []
  }

  #readText({ content, thinking }: Json, isEnd: boolean) {
    const split = this.#tags.read(textOf(content))
    const held = isEnd ? this.#tags.end() : { text: '', reasoning: '' }
    return {
      content: split.text + held.text,
      thinking: textOf(thinking) + split.reasoning + held.reasoning,
    }
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function readCalls(given: unknown): readonly Json[] {
  if (!Array.isArray(given)) return []
  return given.filter(isRecord).map((call) => {
    const { function: named } = call
    const { name, arguments: args, ...rest } = isRecord(named) ? named : {}
    const read = typeof args === 'string' ? parseJson(args) : args
    const written = isRecord(read) ? read : {}
    return { ...call, function: { ...rest, name: name ?? 'unknown', arguments: written } }
  })
}

/**
 * Attaches the usage to the last line of an answer of Ollama. A prompt that is still in its memory has
 * no count.
 */
function attachOllamaUsage(line: Json): Json {
  if (line['done'] !== true) return line
  const usage = toReportedUsage({
    inputTokens: toCount(line['prompt_eval_count']),
    outputTokens: toCount(line['eval_count']),
  })
  return { ...line, usage: { [REPORTED]: usage } }
}
