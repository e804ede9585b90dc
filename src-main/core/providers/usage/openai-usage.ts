import { isRecord, type Json } from '#shared/lib/json.ts'
import {
  largestCount,
  REPORTED,
  type ReportedUsage,
  readCost,
  type Stated,
  toCount,
  toRecord,
  toReportedUsage,
  toServiceTier,
} from './reported-usage.ts'

/**
 * Reads a usage of chat completions or responses. OpenAI documents that cached tokens are part of the
 * input, and reasoning is part of the output. Where a server counts one of them beside the others, its
 * total tells.
 */
function readOpenAiUsage(usage: Json, serviceTier?: unknown): ReportedUsage {
  const counts = findCounts(usage)
  return toReportedUsage({
    ...findParts(usage),
    ...reconcile(counts),
    costUsd: readCost(usage),
    serviceTier: toServiceTier(usage['service_tier'] ?? serviceTier),
  })
}

/** Finds the usage of a chunk. Kimi has it in the choice, Groq beside, llama.cpp as timings. */
export function findChunkUsage({ usage, choices, x_groq, timings }: Json): Json | undefined {
  const [choice] = Array.isArray(choices) ? choices : [choices]
  const found = [usage, toRecord(choice)['usage'], toRecord(x_groq)['usage']].find(isRecord)
  return found ?? fromTimings(toRecord(timings))
}

/** Attaches the usage to the counts that OpenAI's client reads from chunks. */
export function attachOpenAiUsage(usage: Json, serviceTier: unknown): Json {
  const reported = readOpenAiUsage(usage, serviceTier)
  const { inputTokens = 0, outputTokens = 0, cacheReadTokens, reasoningTokens } = reported
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cacheReadTokens },
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
    [REPORTED]: reported,
  }
}

/** Attaches the usage to the event that ends a response. */
export function attachResponseUsage(event: Json): Json {
  const response = event['response']
  if (!isRecord(response) || !isRecord(response['usage'])) return event
  const { usage, service_tier } = response
  const reported = readOpenAiUsage(usage, service_tier)
  const { inputTokens = 0, outputTokens = 0, cacheReadTokens, reasoningTokens } = reported
  const counted = {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    input_tokens_details: { cached_tokens: cacheReadTokens },
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    [REPORTED]: reported,
  }
  return { ...event, response: { ...response, usage: counted } }
}

/** Returns the usage that llama.cpp reports as timings: tokens in its cache aren't processed again. */
function fromTimings({ prompt_n, cache_n, predicted_n }: Json): Json | undefined {
  const input = toCount(prompt_n)
  if (input === undefined) return undefined
  const cached = toCount(cache_n) ?? 0
  return {
    prompt_tokens: input + cached,
    completion_tokens: toCount(predicted_n),
    prompt_tokens_details: { cached_tokens: cached },
  }
}

interface Counts {
  readonly input: number | undefined
  readonly output: number | undefined
  readonly total: number | undefined
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly reasoning: number
}

function findCounts(usage: Json): Counts {
  const input = inputDetails(usage)
  const output = outputDetails(usage)
  const cacheRead = largestCount(
    input['cached_tokens'],
    // DeepSeek, Kimi, Anthropic behind a gateway, Bedrock behind a gateway.
    usage['prompt_cache_hit_tokens'],
    usage['cached_tokens'],
    usage['cache_read_input_tokens'],
    usage['cacheReadInputTokens'],
  )
  const cacheWrite = largestCount(
    input['cache_write_tokens'],
    input['cache_creation_tokens'],
    input['cache_creation_input_tokens'],
    usage['cache_creation_input_tokens'],
    usage['cacheWriteInputTokens'],
  )
  const counts = { cacheRead: cacheRead ?? 0, cacheWrite: cacheWrite ?? 0 }
  return {
    ...counts,
    input: findInput(usage, counts),
    output: largestCount(usage['completion_tokens'], usage['output_tokens'], usage['outputTokens']),
    total: largestCount(usage['total_tokens'], usage['totalTokens']),
    reasoning: largestCount(output['reasoning_tokens'], usage['reasoning_tokens']) ?? 0,
  }
}

function inputDetails(usage: Json): Json {
  return { ...toRecord(usage['input_tokens_details']), ...toRecord(usage['prompt_tokens_details']) }
}

function outputDetails(usage: Json): Json {
  return {
    ...toRecord(usage['output_tokens_details']),
    ...toRecord(usage['completion_tokens_details']),
  }
}

/** Anthropic's and Bedrock's names come with their arithmetic: the cache is beside the input. */
function findInput(
  usage: Json,
  { cacheRead, cacheWrite }: Pick<Counts, 'cacheRead' | 'cacheWrite'>,
): number | undefined {
  const prompt = toCount(usage['prompt_tokens'])
  if (prompt !== undefined) return prompt
  const input = largestCount(usage['input_tokens'], usage['inputTokens'])
  const isBeside = CACHE_BESIDE_INPUT.some((name) => name in usage)
  return input === undefined || !isBeside ? input : input + cacheRead + cacheWrite
}

const CACHE_BESIDE_INPUT = [
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'cacheReadInputTokens',
  'cacheWriteInputTokens',
] as const

/** Adds to input and output what the total has more. */
function reconcile({ input, output, total, cacheRead, cacheWrite, reasoning }: Counts): Stated {
  const parts = { cacheReadTokens: cacheRead, cacheWriteTokens: cacheWrite }
  const spoken = output ?? rest(total, input)
  const inputTokens = input ?? rest(total, output)
  if (inputTokens === undefined || spoken === undefined) {
    const totalTokens = inputTokens === undefined && spoken === undefined ? total : undefined
    const outputTokens = spoken
    return { ...parts, inputTokens, outputTokens, totalTokens, reasoningTokens: reasoning }
  }
  const more =
    total === undefined ? unstatedReasoning(spoken, reasoning) : total - inputTokens - spoken
  const cacheBeside = countCacheBeside(more, cacheRead + cacheWrite, reasoning)
  const outputBeside = Math.max(0, more - cacheBeside)
  return {
    ...parts,
    inputTokens: inputTokens + cacheBeside,
    outputTokens: spoken + outputBeside,
    reasoningTokens: reasoning,
  }
}

function rest(total: number | undefined, part: number | undefined): number | undefined {
  return total === undefined || part === undefined || part > total ? undefined : total - part
}

/** Without a total, only reasoning that is longer than the output is beside it. */
function unstatedReasoning(output: number, reasoning: number): number {
  return reasoning > output ? reasoning : 0
}

/** Returns how many cached tokens the total has beside the input. */
function countCacheBeside(more: number, cached: number, reasoning: number): number {
  const isBeside = more !== reasoning && (more === cached || more === cached + reasoning)
  return isBeside ? cached : 0
}

function findParts(usage: Json): Stated {
  const input = inputDetails(usage)
  const output = outputDetails(usage)
  const lifetimes = [input['cache_creation'], usage['cache_creation']].find(isRecord) ?? {}
  const searches = toRecord(usage['server_tool_use'])
  return {
    cacheWrite1hTokens: toCount(lifetimes['ephemeral_1h_input_tokens']),
    audioInputTokens: toCount(input['audio_tokens']),
    imageInputTokens: toCount(input['image_tokens']),
    audioOutputTokens: toCount(output['audio_tokens']),
    imageOutputTokens: toCount(output['image_tokens']),
    webSearches: toCount(searches['web_search_requests']),
  }
}
