import { z } from 'zod'
import { isRecord, type Json, parseJson } from '#shared/lib/json.ts'
import { type AnswerReader, type AnswerState, MISSING } from '../streaming/answer-reader.ts'
import { ServerError } from '../streaming/server-error.ts'
import {
  largestCount,
  type ReportedUsage,
  type Stated,
  toCount,
  toReportedUsage,
  toServiceTier,
} from '../usage/reported-usage.ts'

/** A list, or the only entry of one. */
const Records = z
  .union([z.array(z.unknown()), z.looseObject({}).transform((one) => [one])])
  .catch([])
const Candidate = z.looseObject({
  content: z.looseObject({ parts: Records }).catch({ parts: [] }),
  finishReason: z.string().catch(''),
})
const Chunk = z.looseObject({
  candidates: Records,
  promptFeedback: z
    .looseObject({ blockReason: z.string().catch('') })
    .optional()
    .catch(undefined),
})

/** The model wrote something, mostly a tool call, that the server couldn't read. */
const MALFORMED =
  /^(?:MALFORMED_(?:FUNCTION_CALL|RESPONSE)|UNEXPECTED_TOOL_CALL|TOO_MANY_TOOL_CALLS)$/i
const NO_REASON = /^(?:FINISH_REASON_UNSPECIFIED)?$/i

/**
 * Turns the chunks of one streamed answer into what Gemini documents. The finish reason and the usage
 * come last, since the client ignores chunks without a candidate.
 */
export class GeminiReader implements AnswerReader {
  /** Of calls: the client takes calls with the same id for one. */
  readonly #ids = new Set<string>()
  #usage: unknown
  #reason: string | undefined

  get state(): AnswerState {
    return this.#reason === undefined ? 'open' : 'ended'
  }

  read(event: Json): readonly Json[] {
    const { response } = event
    const { candidates, promptFeedback, usageMetadata, ...rest } = Chunk.parse(
      isRecord(response) ? response : event,
    )
    if (isRecord(usageMetadata)) this.#usage = usageMetadata
    if (promptFeedback && promptFeedback.blockReason !== '') this.#reason = 'PROHIBITED_CONTENT'
    const [first] = candidates
    const candidate = first === undefined ? undefined : Candidate.safeParse(first).data
    return candidate ? this.#readCandidate(candidate, rest) : []
  }

  end(): readonly Json[] {
    const finish = { content: { role: 'model', parts: [] }, finishReason: this.#reason ?? MISSING }
    return [{ candidates: [finish], ...(isRecord(this.#usage) && { usageMetadata: this.#usage }) }]
  }

  #readCandidate(candidate: z.infer<typeof Candidate>, rest: Json): readonly Json[] {
    const { finishReason: reason, content, ...others } = candidate
    if (MALFORMED.test(reason)) throw new ServerError({ kind: 'malformed-answer', status: 200 })
    this.#readReason(reason)
    const parts = content.parts.flatMap((part) => (isRecord(part) ? this.#readPart(part) : []))
    return parts.length === 0
      ? []
      : [{ ...rest, candidates: [{ ...others, content: { ...content, parts } }] }]
  }

  /** Keeps a reason other than STOP: some servers send STOP with every chunk. */
  #readReason(given: string): void {
    const isPlainer = given.toUpperCase() === 'STOP' && this.#reason !== undefined
    if (!isPlainer && !NO_REASON.test(given)) this.#reason = given
  }

  #readPart(part: Json): Json {
    const { functionCall: call } = part
    if (!isRecord(call)) return part
    const { args, name, id, ...rest } = call
    const read = typeof args === 'string' ? parseJson(args) : args
    const isNew = typeof id === 'string' && !this.#ids.has(id)
    if (isNew) this.#ids.add(id)
    // Gemini sometimes writes the name of the code that it takes the tools for.
    const own = String(name ?? 'unknown').replace(/^default_api[.:]/, '')
    const written = { ...rest, name: own, args: isRecord(read) ? read : {}, ...(isNew && { id }) }
    return { ...part, functionCall: written }
  }
}

/**
 * Reads a usage of Gemini: the prompt includes its cached part, but not what Google's own tools added
 * to it; thoughts are beside the candidates. The total is the sum of all of these.
 */
export function readGeminiUsage(usage: Json): ReportedUsage {
  const prompt = toCount(usage['promptTokenCount'])
  const spoken = toCount(usage['candidatesTokenCount'])
  const thoughts = toCount(usage['thoughtsTokenCount'])
  const total = toCount(usage['totalTokenCount'])
  const input =
    prompt === undefined ? undefined : prompt + (toCount(usage['toolUsePromptTokenCount']) ?? 0)
  const output =
    spoken === undefined && thoughts === undefined ? undefined : (spoken ?? 0) + (thoughts ?? 0)
  return toReportedUsage({
    inputTokens: input ?? remainder(total, output),
    outputTokens: largestCount(output, remainder(total, input)),
    totalTokens: input === undefined && output === undefined ? total : undefined,
    cacheReadTokens: toCount(usage['cachedContentTokenCount']),
    reasoningTokens: thoughts,
    ...readModalities(usage),
    serviceTier: toGeminiTier(usage),
  })
}

function remainder(total: number | undefined, part: number | undefined): number | undefined {
  return total === undefined || part === undefined ? undefined : toCount(total - part)
}

function readModalities(usage: Json): Stated {
  const input = [usage['promptTokensDetails'], usage['toolUsePromptTokensDetails']]
  const output = [usage['candidatesTokensDetails']]
  return {
    audioInputTokens: sumModality(input, 'AUDIO'),
    imageInputTokens: sumModality(input, 'IMAGE'),
    cacheReadAudioTokens: sumModality([usage['cacheTokensDetails']], 'AUDIO'),
    audioOutputTokens: sumModality(output, 'AUDIO'),
    imageOutputTokens: sumModality(output, 'IMAGE'),
  }
}

function sumModality(lists: readonly unknown[], name: string): number {
  const counts = lists
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .filter(isRecord)
    .flatMap(({ modality, tokenCount }) => (modality === name ? (toCount(tokenCount) ?? 0) : []))
  return counts.reduce((sum, count) => sum + count, 0)
}

const ON_DEMAND = 'ON_DEMAND_'

/** Vertex names it `ON_DEMAND_FLEX`, the Gemini API `flex`. */
function toGeminiTier({ trafficType, serviceTier }: Json): string | undefined {
  const named = typeof trafficType === 'string' ? trafficType : serviceTier
  const isOnDemand = typeof named === 'string' && named.startsWith(ON_DEMAND)
  return toServiceTier(isOnDemand ? named.slice(ON_DEMAND.length) : named)
}
