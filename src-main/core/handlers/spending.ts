import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { spending } from '#shared/contract/procedures/spending.ts'
import { SpendingSums } from '#shared/spending/spending-sums.ts'
import { inTurns } from '../runtime/yield-in-slices.ts'
import { countBudgets, listCalls } from '../spending/spending.ts'
import type { Parts } from './parts.ts'

export function spendingHandlers({ store, clock }: Parts): Handlers<typeof spending> {
  return {
    'spending.report': async (query) => {
      await store.summaries.load()
      const sums = new SpendingSums(query)
      for await (const session of inTurns(store.summaries.spending())) sums.add(session)
      return sums.report()
    },
    'spending.calls': async ({ limit, ...wanted }) => {
      await store.summaries.load()
      const calls = await listCalls(store, wanted)
      return { calls: calls.slice(0, limit), count: calls.length }
    },
    'spending.budgets': async () => {
      await store.summaries.load()
      return await countBudgets(store, clock.now())
    },
  }
}
