import type { AIMessageChunk, BaseMessageChunk, UsageMetadata } from '@langchain/core/messages'
import type { ChatGenerationChunk } from '@langchain/core/outputs'
import { z } from 'zod'
import { isRecord, type Json } from '#shared/lib/json.ts'
import { Usage } from '#shared/pricing/pricing.ts'
import type { AnswerReader } from '../streaming/answer-reader.ts'

/**
 * What a server reports about the tokens of an answer, in the arithmetic of `Usage`. `inputTokens` and
 * `outputTokens` are absent if the server doesn't say.
 */
export const ReportedUsage = Usage.partial({ inputTokens: true, outputTokens: true }).extend({
  /** Input and output together, if the server doesn't say how they divide. */
  totalTokens: z.int().nonnegative().optional(),
  /** What the server charges for the call. */
  costUsd: z.number().nonnegative().optional(),
  /** `flex`, `priority` and the like, in lower case; absent: the standard one. */
  serviceTier: z.string().optional(),
})
export type ReportedUsage = z.infer<typeof ReportedUsage>

const STANDARD_TIERS: ReadonlySet<string> = new Set([
  '',
  'auto',
  'default',
  'on_demand',
  'standard',
  'standard_only',
])

/** Returns a count as servers write it: a number, or its digits. Anything else says nothing. */
export function toCount(value: unknown): number | undefined {
  const number = toAmount(value)
  const count = number === undefined ? undefined : Math.round(number)
  return Number.isSafeInteger(count) ? count : undefined
}

/** Returns a finite number that isn't negative; `undefined` for anything else. */
function toAmount(value: unknown): number | undefined {
  const isText = typeof value === 'string' && value.trim() !== ''
  const number = isText ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined
}

/** Returns the largest of the counts that say something: servers repeat one under several names. */
export function largestCount(...values: readonly unknown[]): number | undefined {
  const counts = values.map(toCount).filter((count) => count !== undefined)
  return counts.length === 0 ? undefined : Math.max(...counts)
}

export function toRecord(value: unknown): Json {
  return isRecord(value) ? value : {}
}

/** Returns the tier that has prices of its own; `undefined` for the standard one. */
export function toServiceTier(value: unknown): string | undefined {
  const tier = typeof value === 'string' ? value.toLowerCase() : ''
  return STANDARD_TIERS.has(tier) ? undefined : tier
}

const TICKS_PER_USD = 1e10

/** Returns the cost that xAI, OpenRouter and Perplexity report with each answer. */
export function readCost(usage: Json): number | undefined {
  const { cost, cost_in_usd_ticks, cost_details, is_byok } = usage
  const ticks = toAmount(cost_in_usd_ticks)
  if (ticks !== undefined) return ticks / TICKS_PER_USD
  const charged = toAmount(isRecord(cost) ? cost['total_cost'] : cost)
  if (charged === undefined || is_byok !== true) return charged
  // With a person's own key, OpenRouter charges its fee, and the upstream provider the rest.
  const upstream = toAmount(toRecord(cost_details)['upstream_inference_cost'])
  return upstream === undefined ? undefined : charged + upstream
}

/** Counts that are part of another one. */
const PARTS = [
  ['cacheWrite1hTokens', 'cacheWriteTokens'],
  ['reasoningTokens', 'outputTokens'],
  ['audioInputTokens', 'inputTokens'],
  ['imageInputTokens', 'inputTokens'],
  ['audioOutputTokens', 'outputTokens'],
  ['imageOutputTokens', 'outputTokens'],
  ['cacheReadAudioTokens', 'audioInputTokens'],
  ['cacheReadAudioTokens', 'cacheReadTokens'],
] as const satisfies readonly (readonly [keyof Usage, keyof Usage])[]

/** What is read of a usage; `undefined` where the server says nothing. */
export type Stated = {
  -readonly [Name in keyof ReportedUsage]?: ReportedUsage[Name] | undefined
}

/** Corrects parts that are larger than their whole, and leaves out parts that are zero. */
export function toReportedUsage(stated: Readonly<Stated>): ReportedUsage {
  const { inputTokens = Number.MAX_SAFE_INTEGER, cacheReadTokens = 0, cacheWriteTokens } = stated
  const cached = Math.min(cacheReadTokens, inputTokens)
  const written = Math.min(cacheWriteTokens ?? 0, inputTokens - cached)
  const usage: Stated = { ...stated, cacheReadTokens: cached, cacheWriteTokens: written }
  for (const [part, whole] of PARTS) {
    const [count, limit] = [usage[part], usage[whole]]
    if (count !== undefined && limit !== undefined) usage[part] = Math.min(count, limit)
  }
  return ReportedUsage.parse(withoutZeroParts(usage))
}

/** Zero says the same as absence for parts, but not for input, output and cost. */
const WHOLES: ReadonlySet<string> = new Set(['inputTokens', 'outputTokens', 'costUsd'])

function withoutZeroParts(usage: Stated): object {
  const named = Object.entries(usage).filter(
    ([name, value]) => value !== undefined && (value !== 0 || WHOLES.has(name)),
  )
  return Object.fromEntries(named)
}

/** The field in which wire readers attach a usage to the server's own. */
export const REPORTED = 'orrery_reported'

/** Returns the usage that a wire reader attached to a piece of an answer. */
export function findReportedUsage({
  response_metadata: metadata,
  additional_kwargs: kwargs,
}: Pick<AIMessageChunk, 'response_metadata' | 'additional_kwargs'>): ReportedUsage | undefined {
  const carriers = [toRecord(metadata)['usage'], toRecord(kwargs)['usage']]
  const [found] = carriers.flatMap((one) => toRecord(one)[REPORTED] ?? [])
  return ReportedUsage.safeParse(found).data
}

/** Joins what two pieces of one answer report. Counts grow, so the larger one holds. */
export function joinUsages(one: ReportedUsage, other: ReportedUsage): ReportedUsage {
  const joined = Object.entries(other).map(([name, value]) => {
    const before = Reflect.get(one, name)
    const isCount = typeof value === 'number' && typeof before === 'number'
    return [name, isCount ? Math.max(value, before) : value]
  })
  return ReportedUsage.parse({ ...one, ...Object.fromEntries(joined) })
}

/** Wraps a reader so that each event that reports usage has it attached in our own arithmetic. */
export function attachUsage(reader: AnswerReader, attach: (event: Json) => Json): AnswerReader {
  return {
    get state() {
      return reader.state
    },
    read: (event) => reader.read(event).map(attach),
    end: () => reader.end().map(attach),
  }
}

/** Removes usage that a client made up of nothing, so that it is estimated. Changes the chunk in place. */
export function withoutEmptyUsage(chunk: ChatGenerationChunk): ChatGenerationChunk {
  const message: BaseMessageChunk & { usage_metadata?: UsageMetadata } = chunk.message
  if (message.usage_metadata?.total_tokens === 0) delete message.usage_metadata
  return chunk
}
