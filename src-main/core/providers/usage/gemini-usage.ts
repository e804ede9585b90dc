import { isRecord, type Json } from '../is-record.ts'
import {
  largestCount,
  type ReportedUsage,
  type Stated,
  toCount,
  toReportedUsage,
  toServiceTier,
} from './reported-usage.ts'

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
    inputTokens: input ?? rest(total, output),
    outputTokens: largestCount(output, rest(total, input)),
    totalTokens: input === undefined && output === undefined ? total : undefined,
    cacheReadTokens: toCount(usage['cachedContentTokenCount']),
    reasoningTokens: thoughts,
    ...readModalities(usage),
    serviceTier: toGeminiTier(usage),
  })
}

function rest(total: number | undefined, part: number | undefined): number | undefined {
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
