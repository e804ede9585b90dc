import { expect } from 'vitest'
import type { Price } from '#shared/pricing/pricing.ts'
import { testCorpus } from '../../../../test/support/corpus.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import type { Bill } from '../../../../test/support/usage-shapes/usage-shape.ts'
import { usageShapes } from '../../../../test/support/usage-shapes.ts'

testCorpus('usage', { cases: usageShapes }, async ({ model, reply, price, usage, ...shape }) => {
  await using fixture = await openRunFixture({ model, script: () => reply })
  if (price) await setPrice(fixture, model, price)
  expect(await fixture.prompt('hello')).toEqual({ outcome: 'ok' })
  const ended = endOf(fixture)
  const estimate = { inputTokens: expect.any(Number), outputTokens: expect.any(Number) }
  expect(withoutZeros(ended.usage)).toEqual({ ...(shape.isEstimated && estimate), ...usage })
  expect(ended.isEstimated).toBe(shape.isEstimated ?? false)
  expectBill(ended, shape.bill)
  expect(ended.serviceTier).toBe(shape.serviceTier)
  await fixture.close()
  await fixture.restart()
  const { total } = fixture.states().usage
  expect(total).toMatchObject({ costUsd: ended.costUsd ?? 0, calls: 1 })
  expect(total.unpricedCalls).toBe(shape.bill === null ? 1 : 0)
})

async function setPrice(
  { store }: RunFixture,
  model: string,
  price: Omit<Price, 'source'>,
): Promise<void> {
  await store.settings.change({ models: { [model]: { price } } })
}

function endOf(fixture: RunFixture) {
  const [event] = fixture.of('model.ended')
  if (!event) throw new Error('The call has no end.')
  return event.data
}

function withoutZeros(usage: object): object {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== 0))
}

function expectBill(
  { costUsd, isCostReported = false }: ReturnType<typeof endOf>,
  bill: Bill,
): void {
  const isReported = bill !== null && typeof bill === 'object' && 'usd' in bill
  expect(isCostReported).toBe(isReported)
  if (bill === null) expect(costUsd).toBeNull()
  else if (bill === 'estimated') expect(costUsd).toBeGreaterThan(0)
  else expect(costUsd).toBeCloseTo('usd' in bill ? bill.usd : sum(bill), 12)
}

function sum(bill: readonly (readonly [tokens: number, usd: number])[]): number {
  return bill.reduce((total, [tokens, usd]) => total + tokens * usd, 0) / 1_000_000
}
