import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** What a client asked, in the words that the formats share. */
export interface ModelRequest {
  readonly format: 'openai' | 'responses' | 'anthropic' | 'google' | 'ollama'
  /** As in `/v1/messages`. */
  readonly path: string
  readonly model: string
  readonly isStreamed: boolean
  readonly system: string
  readonly messages: readonly RequestMessage[]
  /** Names of the tools that were offered. */
  readonly tools: readonly string[]
  readonly headers: IncomingMessage['headers']
  readonly body: Json
}

export interface RequestMessage {
  /** `user`, `assistant` or `tool`. */
  readonly role: string
  readonly text: string
  /** Ids of the calls it makes, or of the call it answers. */
  readonly callIds: readonly string[]
}

export interface ReplyCall {
  readonly name: string
  readonly args?: Readonly<Record<string, unknown>>
  readonly id?: string
  /** Sent in place of `args`, as it is. */
  readonly rawArgs?: string
}

/** What the server says next. */
export interface Reply {
  readonly text?: string
  readonly reasoning?: string
  readonly calls?: readonly ReplyCall[]
  readonly usage?: ReplyUsage | null
  /** The answer's id; otherwise one of its own. */
  readonly id?: string
  readonly delayMs?: number
  /** Between two words. */
  readonly wordDelayMs?: number
  /** Says so many words, then nothing more, and keeps the connection open. */
  readonly hangAfterWords?: number
  /** Breaks the connection off after so many words. */
  readonly breakAfterWords?: number
  /** Ends the answer after so many words as if it were whole, but for what says that it is. */
  readonly endAfterWords?: number
  /** Sent as it is, in place of all else. */
  readonly raw?: RawReply
  /** Written to the connection without any HTTP of the server's own; then the connection is closed. */
  readonly bytes?: string
  /** Answers with an error. */
  readonly status?: number
  readonly error?: string
  /** Of an answer with an error. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface RawReply {
  readonly contentType?: string
  readonly body: string
  /** 200 unless given. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sends the body in pieces of this many bytes. */
  readonly pieceBytes?: number
  /** Leaves the connection open after the body. */
  readonly staysOpen?: true
}

/** Input counts all of it, cached included; output counts reasoning. */
export interface ReplyUsage {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  readonly reasoning?: number
}

export type Json = Readonly<Record<string, unknown>>

/** One provider's protocol. */
export interface Format {
  readonly name: ModelRequest['format']
  /** Whether a request to this path is for it. */
  readonly takes: (path: string) => boolean
  readonly read: (
    path: string,
    body: Json,
  ) => Omit<ModelRequest, 'format' | 'path' | 'headers' | 'body'>
  /** Resolves to false where the answer was broken off, or hangs. */
  readonly write: (
    request: ModelRequest,
    reply: Reply,
    response: ServerResponse,
  ) => Promise<boolean>
}

export const USAGE: ReplyUsage = { input: 100, output: 20 }

export function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isJson) : []
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .map((block) => (typeof block['text'] === 'string' ? block['text'] : textOf(block['content'])))
    .filter(Boolean)
    .join('\n')
}

let ids = 0

export function nextId(prefix: string): string {
  ids += 1
  return `${prefix}_${ids}`
}

/** Sends the words of an answer; false: the connection was broken off, or hangs. */
export async function speak(
  { text = '', hangAfterWords, breakAfterWords, endAfterWords, wordDelayMs }: Reply,
  response: ServerResponse,
  say: (word: string) => void,
): Promise<boolean> {
  let spoken = 0
  for (const word of text.match(/\S+\s*/g) ?? []) {
    if (spoken === hangAfterWords) return false
    if (spoken === endAfterWords || spoken === breakAfterWords) {
      if (spoken === endAfterWords) response.end()
      else response.destroy()
      return false
    }
    if (response.destroyed) return false
    say(word)
    spoken += 1
    if (wordDelayMs) await delay(wordDelayMs)
  }
  return hangAfterWords === undefined || spoken < hangAfterWords
}

/** In two pieces, as servers send them. */
export function halves(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)].filter(Boolean)
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

export function sendEvent(response: ServerResponse, body: unknown, name?: string): void {
  const head = name ? `event: ${name}\n` : ''
  response.write(`${head}data: ${JSON.stringify(body)}\n\n`)
}
