import { expect, test } from 'vitest'
import { costOf, savedBy } from './pricing.ts'

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
