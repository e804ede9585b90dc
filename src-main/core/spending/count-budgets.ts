import type { BudgetsSpent } from '#shared/contract/spending.ts'
import { RunId } from '#shared/ids.ts'
import { monthOf } from '../log/session-summary.ts'
import type { Store } from '../log/store.ts'

/** What was spent of each budget at a time, in milliseconds since the epoch. */
export function countBudgets(store: Store, now: number): BudgetsSpent {
  const date = new Date(now)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const [startsAt, endsAt] = [Date.UTC(year, month), Date.UTC(year, month + 1)]
  const sessions = store.summaries.list()
  const [session] = sessions.toSorted((a, b) => b.costUsd - a.costUsd)
  const run = dearestRun(store, startsAt)
  return {
    month: {
      ...{ startsAt, endsAt, costUsd: store.summaries.spentIn(monthOf(now)) },
      unpricedCalls: countUnpriced(store, { startsAt, endsAt }),
    },
    projects: [...new Set([...store.summaries.spending()].map(({ projectId }) => projectId))]
      .map((projectId) => ({ projectId, costUsd: store.summaries.spentOn(projectId) }))
      .sort((a, b) => b.costUsd - a.costUsd),
    ...(session && { session: { sessionId: session.id, costUsd: session.costUsd } }),
    ...(run && { run }),
  }
}

type Month = Pick<BudgetsSpent['month'], 'startsAt' | 'endsAt'>

function countUnpriced({ summaries }: Store, { startsAt, endsAt }: Month): number {
  let count = 0
  for (const { spent } of summaries.spending()) {
    const { at, unpricedCalls } = spent.cells
    for (const [index, begins] of at.entries()) {
      if (begins >= startsAt && begins < endsAt) count += unpricedCalls[index] ?? 0
    }
  }
  return count
}

function dearestRun({ sessions, summaries }: Store, since: number): BudgetsSpent['run'] {
  let dearest: BudgetsSpent['run']
  for (const { id } of sessions.list()) {
    for (const [runId, { at, costUsd }] of Object.entries(summaries.spentByRun(id))) {
      if (at < since || costUsd <= (dearest?.costUsd ?? -1)) continue
      dearest = { sessionId: id, runId: RunId.parse(runId), costUsd }
    }
  }
  return dearest
}
