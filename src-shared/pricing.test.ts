import { expect, test } from 'vitest'
import { costOf } from './pricing.ts'

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
