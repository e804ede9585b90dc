import type { BudgetsSpent } from '#shared/contract/spending.ts'
import { type ProjectId, RunId } from '#shared/ids.ts'
import type { Spent } from '#shared/spending/spent.ts'
import { inTurns } from '../log/in-turns.ts'
import { monthOf } from '../log/session-summary.ts'
import type { Store } from '../log/store.ts'

/** What was spent of each budget at a time, in milliseconds since the epoch. */
export async function countBudgets(store: Store, now: number): Promise<BudgetsSpent> {
  const month = monthAround(now)
  const { unpricedCalls, projectIds, run } = await lookThrough(store, month)
  const [session] = store.summaries.list().toSorted((a, b) => b.costUsd - a.costUsd)
  return {
    month: { ...month, costUsd: store.summaries.spentIn(monthOf(now)), unpricedCalls },
    projects: [...projectIds]
      .map((projectId) => ({ projectId, costUsd: store.summaries.spentOn(projectId) }))
      .sort((a, b) => b.costUsd - a.costUsd),
    ...(session && { session: { sessionId: session.id, costUsd: session.costUsd } }),
    ...(run && { run }),
  }
}

/** In milliseconds since the epoch; `endsAt` is not of it. */
interface Month {
  readonly startsAt: number
  readonly endsAt: number
}

function monthAround(now: number): Month {
  const date = new Date(now)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { startsAt: Date.UTC(year, month), endsAt: Date.UTC(year, month + 1) }
}

/** In one pass over all sessions, while others get their turn. */
async function lookThrough({ summaries, sessions }: Store, month: Month) {
  // A deleted one counts, and can't be gone to.
  const there = new Set(sessions.list().map(({ id }) => id))
  const projectIds = new Set<ProjectId>()
  let unpricedCalls = 0
  let run: BudgetsSpent['run']
  for await (const { id, projectId, spent } of inTurns(summaries.spending())) {
    projectIds.add(projectId)
    unpricedCalls += countUnpriced(spent, month)
    if (!there.has(id)) continue
    for (const [runId, { at, costUsd }] of Object.entries(summaries.spentByRun(id))) {
      if (at < month.startsAt || costUsd <= (run?.costUsd ?? -1)) continue
      run = { sessionId: id, runId: RunId.parse(runId), costUsd }
    }
  }
  return { unpricedCalls, projectIds, run }
}

function countUnpriced({ cells }: Spent, { startsAt, endsAt }: Month): number {
  let count = 0
  for (const [index, begins] of cells.at.entries()) {
    if (begins >= startsAt && begins < endsAt) count += cells.unpricedCalls[index] ?? 0
  }
  return count
}
