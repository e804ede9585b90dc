import type {
  AIMessage,
  AIMessageChunk,
  BaseMessage,
  UsageMetadata,
} from '@langchain/core/messages'
import type { Usage } from '#shared/pricing.ts'
import { CHARS_PER_TOKEN_AT_LEAST } from '#shared/tokens-in.ts'
import { textOfContent } from '../text-of-content.ts'

/** Of a call that was never answered. */
export const NO_USAGE: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
}

/**
 * What the pieces of one answer say it used. Servers say it once, or in totals that grow, so the
 * largest figure holds; adding the pieces up, as LangChain does, counts some tokens twice. Only
 * Gemini's client says what was added since the piece before.
 */
export class UsageCount {
  #usage: Usage | undefined

  get usage(): Usage | undefined {
    return this.#usage
  }

  add({ usage_metadata: piece, response_metadata: made }: Counted): void {
    if (!piece) return
    const said = toUsage(piece)
    const before = this.#usage ?? NO_USAGE
    const join = made['model_provider'] === 'google' ? plus : Math.max
    this.#usage = {
      inputTokens: join(before.inputTokens, said.inputTokens),
      outputTokens: join(before.outputTokens, said.outputTokens),
      cacheReadTokens: join(before.cacheReadTokens, said.cacheReadTokens),
      cacheWriteTokens: join(before.cacheWriteTokens, said.cacheWriteTokens),
      reasoningTokens: join(before.reasoningTokens, said.reasoningTokens),
    }
  }
}

interface Rates {
  readonly charsPerToken: number
  /** Of an image, or whatever else is no text. */
  readonly tokensPerImage: number
}

const USUALLY: Rates = { charsPerToken: 4, tokensPerImage: 1000 }
/** No provider counts an image higher. */
const AT_MOST: Rates = { charsPerToken: CHARS_PER_TOKEN_AT_LEAST, tokensPerImage: 5000 }
/** A tool's schema has some hundred. */
const TOKENS_PER_TOOL = 500

/** What a request may count as at most, before its server has counted it. */
export function atMostTokens(request: readonly BaseMessage[], tools: number): number {
  return countTokens(request, AT_MOST) + tools * TOKENS_PER_TOOL
}

/** What a client asks its model to answer with at most; some ask for no limit. */
const USUAL_OUTPUT_TOKENS = 16_000

/** In tokens; what clients usually ask for, where this one sets no limit. */
export function outputLimitOf(model: object): number {
  const limit = 'maxTokens' in model ? model.maxTokens : undefined
  return typeof limit === 'number' && limit > 0 ? limit : USUAL_OUTPUT_TOKENS
}

type Counted = Pick<AIMessageChunk, 'usage_metadata' | 'response_metadata'>

function plus(one: number, other: number): number {
  return one + other
}

/** A guess where the server says nothing: four characters a token. */
export function estimateUsage(request: readonly BaseMessage[], answered: string): Usage {
  const outputTokens = Math.ceil(answered.length / USUALLY.charsPerToken)
  return { ...NO_USAGE, inputTokens: countTokens(request, USUALLY), outputTokens }
}

function countTokens(
  request: readonly BaseMessage[],
  { charsPerToken, tokensPerImage }: Rates,
): number {
  const chars = request.reduce((sum, message) => sum + lengthOf(message), 0)
  const images = request.reduce((sum, message) => sum + imagesIn(message), 0)
  return Math.ceil(chars / charsPerToken) + images * tokensPerImage
}

/** As clients and file tools name blocks of a message that are no text. */
const IMAGES = new Set(['image_url', 'image', 'file', 'audio', 'video', 'document'])

function imagesIn({ content }: BaseMessage): number {
  return typeof content === 'string' ? 0 : content.filter(({ type }) => IMAGES.has(type)).length
}

function lengthOf(message: BaseMessage): number {
  const calls = 'tool_calls' in message ? (message as AIMessage).tool_calls : undefined
  const args = calls && calls.length > 0 ? JSON.stringify(calls).length : 0
  return textOfContent(message.content).length + args
}

function toUsage(said: UsageMetadata): Usage {
  const { input_token_details: input, output_token_details: output } = said
  return {
    inputTokens: whole(said.input_tokens),
    outputTokens: whole(said.output_tokens),
    cacheReadTokens: whole(input?.cache_read),
    cacheWriteTokens: whole(input?.cache_creation),
    reasoningTokens: whole(output?.reasoning),
  }
}

/** Servers send what they like. */
function whole(count: number | undefined): number {
  return typeof count === 'number' && count > 0 ? Math.round(count) : 0
}
