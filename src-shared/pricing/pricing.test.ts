import { expect, test } from 'vitest'
import { costOf, savedBy, scalePrice } from './pricing.ts'

const tokens = {
  inputTokens: 1_000_000,
  outputTokens: 100_000,
  cacheReadTokens: 600_000,
  cacheWriteTokens: 200_000,
  reasoningTokens: 50_000,
}

test('cached tokens are part of the input and cost what caching costs', () => {
  const price = { inputUsd: 3, outputUsd: 15, cacheReadUsd: 0.3, cacheWriteUsd: 3.75, source: 't' }
  expect(costOf(tokens, price)).toBeCloseTo(0.2 * 3 + 0.6 * 0.3 + 0.2 * 3.75 + 0.1 * 15)
})

test('without a cache price the tokens cost what input costs', () => {
  expect(costOf(tokens, { inputUsd: 2, outputUsd: 0, source: 't' })).toBeCloseTo(2)
})

test('what a cache saves is what its reads cost less, and its writes more', () => {
  const price = { inputUsd: 3, outputUsd: 15, cacheReadUsd: 0.3, cacheWriteUsd: 3.75, source: 't' }
  expect(savedBy(tokens, price)).toBeCloseTo(0.6 * 2.7 - 0.2 * 0.75)
  expect(savedBy({ ...tokens, cacheReadTokens: 0 }, price)).toBeCloseTo(-0.2 * 0.75)
  expect(savedBy(tokens, { inputUsd: 3, outputUsd: 15, source: 't' })).toBe(0)
})

const parts = {
  ...tokens,
  cacheWrite1hTokens: 50_000,
  audioInputTokens: 300_000,
  cacheReadAudioTokens: 200_000,
  imageInputTokens: 20_000,
  audioOutputTokens: 10_000,
  imageOutputTokens: 5000,
  webSearches: 4,
}

test('parts without a price of their own cost what the text around them costs', () => {
  const price = { inputUsd: 3, outputUsd: 15, cacheReadUsd: 0.3, cacheWriteUsd: 3.75, source: 't' }
  expect(costOf({ ...parts, webSearches: 0 }, price)).toBeCloseTo(
    costOf(tokens, price) ?? Number.NaN,
  )
})

test('parts with a price of their own cost that, and no more', () => {
  const price = { inputUsd: 3, outputUsd: 15, cacheReadUsd: 0.3, cacheWriteUsd: 3.75, source: 't' }
  const more = [
    [{ cacheWrite1hUsd: 6 }, 0.05 * (6 - 3.75)],
    [{ audioInputUsd: 10 }, 0.1 * (10 - 3)],
    [{ cacheReadAudioUsd: 1 }, 0.2 * (1 - 0.3)],
    [{ imageInputUsd: 5 }, 0.02 * (5 - 3)],
    [{ audioOutputUsd: 20 }, 0.01 * (20 - 15)],
    [{ imageOutputUsd: 30 }, 0.005 * (30 - 15)],
    [{ webSearchUsd: 10 }, 0.04],
  ] as const
  const base = { webSearchUsd: 0, ...price }
  for (const [figures, usd] of more) {
    const costs = [costOf(parts, { ...base, ...figures }), costOf(parts, base)]
    expect((costs[0] ?? 0) - (costs[1] ?? 0)).toBeCloseTo(usd)
  }
})

test('searches without a price make the cost unknown', () => {
  expect(costOf(parts, { inputUsd: 3, outputUsd: 15, source: 't' })).toBeNull()
})

test('a cache for an hour saves less than one for minutes', () => {
  const price = { inputUsd: 3, outputUsd: 15, cacheWriteUsd: 3.75, cacheWrite1hUsd: 6, source: 't' }
  expect(savedBy(parts, price)).toBeCloseTo(-0.15 * 0.75 - 0.05 * 3)
})

test('a service tier scales the price of tokens, not that of searches', () => {
  const price = { inputUsd: 3, outputUsd: 15, webSearchUsd: 10, source: 't' }
  expect(scalePrice(price, 0.5)).toEqual({ ...price, inputUsd: 1.5, outputUsd: 7.5 })
})
