import { z } from 'zod'

/** Tokens of one model call. `inputTokens` counts all input, cached included. */
export const Usage = z.object({
  inputTokens: z.int().nonnegative(),
  outputTokens: z.int().nonnegative(),
  cacheReadTokens: z.int().nonnegative().default(0),
  cacheWriteTokens: z.int().nonnegative().default(0),
  /** Part of `outputTokens`. */
  reasoningTokens: z.int().nonnegative().default(0),
})
export type Usage = z.infer<typeof Usage>

/** What a model costs, in US dollars per million tokens. */
export const Price = z.object({
  inputUsd: z.number().nonnegative(),
  outputUsd: z.number().nonnegative(),
  cacheReadUsd: z.number().nonnegative().optional(),
  cacheWriteUsd: z.number().nonnegative().optional(),
  /** Where the figures come from, as a person would name it. */
  source: z.string(),
  /** The day they were given there, as `2026-11-22`; absent: nobody knows. */
  asOf: z.iso.date().optional(),
})
export type Price = z.infer<typeof Price>

const MILLION = 1_000_000

/** The cost of a call in US dollars. A missing cache price is the price of input. */
export function costOf(usage: Usage, price: Price): number {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage
  const fresh = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens)
  return (
    (fresh * price.inputUsd +
      cacheReadTokens * (price.cacheReadUsd ?? price.inputUsd) +
      cacheWriteTokens * (price.cacheWriteUsd ?? price.inputUsd) +
      outputTokens * price.outputUsd) /
    MILLION
  )
}

/** What the call would have cost more without a cache, in US dollars; below zero where it was only filled. */
export function savedBy({ cacheReadTokens, cacheWriteTokens }: Usage, price: Price): number {
  const { inputUsd, cacheReadUsd = inputUsd, cacheWriteUsd = inputUsd } = price
  const saved = cacheReadTokens * (inputUsd - cacheReadUsd)
  return (saved + cacheWriteTokens * (inputUsd - cacheWriteUsd)) / MILLION
}
