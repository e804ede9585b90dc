import { z } from 'zod'

const Tokens = z.int().nonnegative()

/**
 * Tokens of one model call. `inputTokens` counts all input, cached included. Optional counts are parts
 * that may have prices of their own; absent: the server reports none.
 */
export const Usage = z.object({
  inputTokens: Tokens,
  outputTokens: Tokens,
  cacheReadTokens: Tokens.default(0),
  cacheWriteTokens: Tokens.default(0),
  /** Part of `outputTokens`. */
  reasoningTokens: Tokens.default(0),
  /** Part of `cacheWriteTokens`: stays in the cache for an hour, the rest for minutes. */
  cacheWrite1hTokens: Tokens.optional(),
  /** Part of `inputTokens`. */
  audioInputTokens: Tokens.optional(),
  /** Part of `audioInputTokens` and of `cacheReadTokens`. */
  cacheReadAudioTokens: Tokens.optional(),
  /** Part of `inputTokens`. */
  imageInputTokens: Tokens.optional(),
  /** Part of `outputTokens`. */
  audioOutputTokens: Tokens.optional(),
  /** Part of `outputTokens`. */
  imageOutputTokens: Tokens.optional(),
  /** Web searches that the server made. */
  webSearches: Tokens.optional(),
})
export type Usage = z.infer<typeof Usage>

const Usd = z.number().nonnegative()

/** What a model costs, in US dollars per million tokens. */
export const Price = z.object({
  inputUsd: Usd,
  outputUsd: Usd,
  cacheReadUsd: Usd.optional(),
  cacheWriteUsd: Usd.optional(),
  cacheWrite1hUsd: Usd.optional(),
  audioInputUsd: Usd.optional(),
  cacheReadAudioUsd: Usd.optional(),
  imageInputUsd: Usd.optional(),
  audioOutputUsd: Usd.optional(),
  imageOutputUsd: Usd.optional(),
  /** Per thousand searches. */
  webSearchUsd: Usd.optional(),
  /** Where the figures come from, as a person would name it. */
  source: z.string(),
  /** The day they were given there, as `2026-11-22`; absent: nobody knows. */
  asOf: z.iso.date().optional(),
})
export type Price = z.infer<typeof Price>

const MILLION = 1_000_000
const THOUSAND = 1000

/**
 * The cost of a call in US dollars. A missing price of cached input, audio or images is that of the
 * text around it. `null` if the price of web searches that were made is missing.
 */
export function costOf(usage: Usage, price: Price): number | null {
  const { webSearches = 0 } = usage
  const { webSearchUsd } = price
  if (webSearches > 0 && webSearchUsd === undefined) return null
  return costOfTokens(usage, price) + (webSearches * (webSearchUsd ?? 0)) / THOUSAND
}

/** The same without web searches. */
export function costOfTokens(usage: Usage, price: Price): number {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage
  const { inputUsd, outputUsd, cacheReadUsd = inputUsd, cacheWriteUsd = inputUsd } = price
  const fresh = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens)
  return (
    (fresh * inputUsd +
      cacheReadTokens * cacheReadUsd +
      cacheWriteTokens * cacheWriteUsd +
      outputTokens * outputUsd +
      differenceOfParts(usage, price)) /
    MILLION
  )
}

/** How much more the parts with prices of their own cost than the text around them, times a million. */
function differenceOfParts(usage: Usage, price: Price): number {
  const { inputUsd, outputUsd, cacheReadUsd = inputUsd, cacheWriteUsd = inputUsd } = price
  const { audioInputTokens = 0, cacheReadAudioTokens = 0 } = usage
  const parts = [
    [usage.cacheWrite1hTokens, price.cacheWrite1hUsd, cacheWriteUsd],
    [audioInputTokens - cacheReadAudioTokens, price.audioInputUsd, inputUsd],
    [cacheReadAudioTokens, price.cacheReadAudioUsd, cacheReadUsd],
    [usage.imageInputTokens, price.imageInputUsd, inputUsd],
    [usage.audioOutputTokens, price.audioOutputUsd, outputUsd],
    [usage.imageOutputTokens, price.imageOutputUsd, outputUsd],
  ] as const
  return parts.reduce(
    (sum, [tokens = 0, usd, textUsd]) => sum + tokens * ((usd ?? textUsd) - textUsd),
    0,
  )
}

/** What the call would have cost more without a cache, in US dollars; below zero where it was only filled. */
export function savedBy(usage: Usage, price: Price): number {
  const { inputUsd, cacheReadUsd = inputUsd, cacheWriteUsd = inputUsd } = price
  const { cacheReadTokens, cacheWriteTokens, cacheWrite1hTokens = 0 } = usage
  const { cacheWrite1hUsd = cacheWriteUsd } = price
  const saved =
    cacheReadTokens * (inputUsd - cacheReadUsd) +
    (cacheWriteTokens - cacheWrite1hTokens) * (inputUsd - cacheWriteUsd) +
    cacheWrite1hTokens * (inputUsd - cacheWrite1hUsd)
  return saved / MILLION
}

/** Returns the price in a service tier that costs `factor` as much. Searches cost the same in each. */
export function scalePrice(price: Price, factor: number): Price {
  if (factor === 1) return price
  const figures = Object.entries(price).map(([name, value]) =>
    typeof value === 'number' && name !== 'webSearchUsd' ? [name, value * factor] : [name, value],
  )
  return Price.parse(Object.fromEntries(figures))
}

/** Text and code have more characters a token than this. */
export const CHARS_PER_TOKEN_AT_LEAST = 3

/** What a text that is part of a request may count as at most, before its server has counted it. */
export function tokensIn(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN_AT_LEAST)
}
