import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryLog } from '../../test/support/arbitrary-events.ts'
import { fold } from './define.ts'
import type { Totals } from './totals.ts'
import { usage } from './usage.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0)
const costOf = (sums: Readonly<Record<string, Pick<Totals, 'costUsd'>>>) =>
  sum(Object.values(sums).map(({ costUsd }) => costUsd))

test('the sums agree at every level, to the last cent and token', () => {
  fc.assert(
    fc.property(arbitraryLog, (events) => {
      const { total, byModel, byProvider, byTool } = fold(usage, usage.init(), events)
      const levels = [byModel, byProvider, byTool].map((one) => costOf(one))
      expect(levels).toEqual(Array(3).fill(total.costUsd))
      const tokens = sum(Object.values(byTool).map((share) => share.tokens))
      expect(tokens).toBe(total.inputTokens + total.outputTokens)
    }),
  )
})
