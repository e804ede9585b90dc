import { expect, test } from 'vitest'
import type { Totals } from '#shared/projections/totals.ts'
import { byName, cachedShare } from './usage-rows.ts'

const none: Totals = {
  calls: 1,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  costUsd: 0,
  savedUsd: 0,
  unpricedCalls: 0,
}

test('what cost most comes first', () => {
  const rows = byName({
    a: { ...none, costUsd: 1 },
    b: { ...none, costUsd: 2 },
    local: { ...none, unpricedCalls: 1 },
  })
  expect(rows.map(({ name }) => name)).toEqual(['b', 'a', 'local'])
})

test('the cached share is of all input, and unknown without any', () => {
  expect([
    cachedShare(none),
    cachedShare({ ...none, inputTokens: 10, cacheReadTokens: 7 }),
  ]).toEqual([undefined, 0.7])
})
