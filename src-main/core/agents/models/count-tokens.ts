import type {
  AIMessage,
  AIMessageChunk,
  BaseMessage,
  UsageMetadata,
} from '@langchain/core/messages'
import { CHARS_PER_TOKEN_AT_LEAST, type Usage } from '#shared/pricing/pricing.ts'
import {
  findReportedUsage,
  joinUsages,
  type ReportedUsage,
  toCount,
  toReportedUsage,
} from '../../providers/usage/reported-usage.ts'
import { textOfContent } from '../messages/text-of-content.ts'

/** Of a call that was never answered. */
export const NO_USAGE: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
}

/** A usage, and what is known about it. */
export interface CountedUsage {
  readonly usage: Usage
  /** At least one of the counts was estimated here. */
  readonly isEstimated: boolean
  /** What the server charges, if it says so. */
  readonly costUsd?: number | undefined
  /** Absent: the standard one. */
  readonly serviceTier?: string | undefined
}

/**
 * Collects what the pieces of one answer report. Servers report once, or in totals that grow, so the
 * largest figure holds; adding the pieces up, as LangChain does, counts some tokens twice.
 */
export class UsageCount {
  #reported: ReportedUsage | undefined

  get isReported(): boolean {
    return this.#reported !== undefined
  }

  add(piece: Counted): void {
    const reported = findReportedUsage(piece) ?? fromClient(piece.usage_metadata)
    if (reported) this.#reported = this.#reported ? joinUsages(this.#reported, reported) : reported
  }

  /**
   * Returns the usage with estimates in place of counts that the server doesn't report. Every request
   * has input, and every answer with text has output, so zero reports nothing.
   */
  complete(estimate: Usage): CountedUsage {
    const { totalTokens, costUsd, serviceTier, ...reported } = this.#reported ?? NO_USAGE_REPORTED
    const input = reported.inputTokens || undefined
    const output = reported.outputTokens || (estimate.outputTokens === 0 ? 0 : undefined)
    const split = splitTotal(totalTokens, estimate)
    return {
      usage: {
        ...reported,
        inputTokens: input ?? split.inputTokens,
        outputTokens: output ?? split.outputTokens,
      },
      isEstimated: input === undefined || output === undefined,
      costUsd,
      serviceTier,
    }
  }
}

const NO_USAGE_REPORTED: ReportedUsage = {
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
}

type Whole = Pick<Usage, 'inputTokens' | 'outputTokens'>

/** Divides a total as the estimate is divided: the output is what we know best. */
function splitTotal(total: number | undefined, estimate: Whole): Whole {
  if (!total) return estimate
  const outputTokens = Math.min(estimate.outputTokens, total)
  return { inputTokens: total - outputTokens, outputTokens }
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

type Counted = Pick<AIMessageChunk, 'usage_metadata' | 'response_metadata' | 'additional_kwargs'>

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

/** Of clients that have no wire reader, as the scripted ones. */
function fromClient(usage: UsageMetadata | undefined): ReportedUsage | undefined {
  if (!usage) return undefined
  const { input_token_details: input, output_token_details: output } = usage
  return toReportedUsage({
    inputTokens: toCount(usage.input_tokens),
    outputTokens: toCount(usage.output_tokens),
    cacheReadTokens: toCount(input?.cache_read),
    cacheWriteTokens: toCount(input?.cache_creation),
    reasoningTokens: toCount(output?.reasoning),
  })
}
