import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ProjectId, RunId, SessionId } from '#shared/lib/ids.ts'
import type { Budgets } from '#shared/settings/settings.ts'
import { type Account, Ledger, type Reservation, type Shortage } from './ledger.ts'

const spender = {
  runId: RunId.parse('run_1'),
  sessionId: SessionId.parse('ses_1'),
  projectId: ProjectId.parse('prj_1'),
}

function openLedger(budgets: Budgets, spent = 0): Ledger {
  return new Ledger({
    readBudgets: () => budgets,
    spentBefore: () => spent,
    month: () => '2026-11',
    settle: () => Promise.resolve(),
  })
}

function held(answer: Reservation | Shortage): Reservation {
  if ('usd' in answer) return answer
  throw new Error(`It does not fit: ${JSON.stringify(answer)}`)
}

test('what does not fit waits for what is under way, and is told when nothing is left', async () => {
  const account = openLedger({ run: 1 }).open(spender)
  const first = held(await account.reserve(0.6))
  const second = account.reserve(0.6)
  const third = account.reserve(0.3)
  held(await third)[Symbol.dispose]()
  account.spend(0.2)
  first[Symbol.dispose]()
  held(await second)[Symbol.dispose]()
  account.spend(0.6)
  expect(await account.reserve(0.6)).toEqual({
    scope: 'run',
    limitUsd: 1,
    spentUsd: 0.8,
    neededUsd: 0.6,
  })
  account.raise('run', 2)
  held(await account.reserve(0.6))
})

test('every scope counts, with what was spent before; a run has a budget of its own', async () => {
  const ledger = openLedger({ month: 10, run: 1 }, 9.5)
  const account = ledger.open(spender, 5)
  expect(await account.reserve(2)).toMatchObject({ scope: 'month', spentUsd: 9.5 })
  held(await account.reserve(0.4))
  const other = ledger.open({ ...spender, runId: RunId.parse('run_2') })
  other.spend(0.5)
  expect(await account.reserve(0.1)).toMatchObject({ scope: 'month', spentUsd: 10 })
  expect(openLedger({}).open(spender).isLimited).toBe(false)
})

test('the log is asked for sums only where a budget holds, and a run counts from its beginning', async () => {
  const asked: string[] = []
  const budgets: Budgets = {}
  const ledger = new Ledger({
    readBudgets: () => budgets,
    spentBefore: (scope) => asked.push(scope),
    month: () => '2026-11',
    settle: () => Promise.resolve(),
  })
  const account = ledger.open(spender)
  account.spend(0.5)
  held(await account.reserve(1))
  expect(asked).toEqual([])
  budgets.run = 1
  expect(await account.reserve(0.6)).toMatchObject({ scope: 'run', spentUsd: 0.5 })
  budgets.month = 5
  held(await account.reserve(0.4))
  expect(asked).toEqual(['month'])
})

const calls = fc.array(
  fc.record({
    run: fc.integer({ min: 1, max: 3 }),
    usd: fc.double({ min: 0.01, max: 0.5, noNaN: true }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { minLength: 1, maxLength: 60 },
)

test('however many calls are made at once, no budget is ever exceeded, and all are answered', async () => {
  await fc.assert(
    fc.asyncProperty(calls, async (asked) => {
      const ledger = openLedger({ run: 1, session: 2 })
      const accounts = new Map<number, Account>()
      const spent = new Map<number, number>()
      let total = 0
      await Promise.all(
        asked.map(async ({ run, usd, part }) => {
          const runId = RunId.parse(`run_${run}`)
          const account = accounts.get(run) ?? ledger.open({ ...spender, runId })
          accounts.set(run, account)
          const answer = await account.reserve(usd)
          if (!('usd' in answer)) return
          await Promise.resolve()
          account.spend(usd * part)
          answer[Symbol.dispose]()
          spent.set(run, (spent.get(run) ?? 0) + usd * part)
          total += usd * part
        }),
      )
      expect(Math.max(...spent.values(), 0)).toBeLessThanOrEqual(1 + 1e-6)
      expect(total).toBeLessThanOrEqual(2 + 1e-6)
    }),
  )
})
