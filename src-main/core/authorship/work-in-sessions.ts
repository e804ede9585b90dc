import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import type { EventFor } from '#shared/events/index.ts'
import type { Outcome } from '#shared/events/value.ts'
import type { ProjectId, RunId } from '#shared/lib/ids.ts'
import { inTurns } from '../runtime/yield-in-slices.ts'
import type { Store } from '../store/store.ts'

export interface WorkRun {
  readonly at: number
  /** Absent: it has not ended. */
  outcome?: Outcome
  reason?: string
}

/** What one session came to since a moment. */
export interface SessionWork {
  readonly title: string
  readonly id: string
  readonly isRunning: boolean
  /** Calls that wait for a person. */
  readonly waiting: number
  readonly runs: readonly WorkRun[]
  /** In US dollars, of these runs; calls without a price are not in it. */
  readonly costUsd: number
  readonly hasUnpriced: boolean
  /** Of the project and its documents, by path as agents see it. */
  readonly files: readonly string[]
}

const KINDS = ['session.forked', 'run.started', 'run.ended', 'file.changed'] as const
type WorkEvent = EventFor<(typeof KINDS)[number]>

/** Sessions of a project in which anything ran or was changed since then, the latest first. */
export async function readWork(
  store: Store,
  projectId: ProjectId,
  since: number,
): Promise<readonly SessionWork[]> {
  const rows = store.sessions.list(projectId).map(({ id }) => id)
  await store.summaries.load(rows)
  const recent = store.summaries.list(projectId).filter(({ changedAt }) => changedAt >= since)
  const work: SessionWork[] = []
  for (const summary of recent) {
    const events: WorkEvent[] = []
    for await (const page of inTurns(store.events.readKinds(summary.id, KINDS)))
      events.push(...page)
    const one = toWork(store, summary, ownEvents(events, since))
    if (one.runs.length > 0 || one.files.length > 0) work.push(one)
  }
  return work
}

/** What a fork inherited was done elsewhere. */
function ownEvents(events: readonly WorkEvent[], since: number): readonly WorkEvent[] {
  const fork = events.find((event) => event.kind === 'session.forked')
  const inherited = fork?.kind === 'session.forked' ? fork.data.inherited : 0
  return events.filter(({ seq, at }) => seq > inherited && at >= since)
}

function toWork(
  store: Store,
  { id, title, isRunning, waiting, unpricedCalls }: SessionSummary,
  events: readonly WorkEvent[],
): SessionWork {
  const runs = new Map<RunId, WorkRun>()
  const files = new Set<string>()
  for (const event of events) {
    if (event.kind === 'file.changed') {
      // The other session has it, too.
      if (event.data.by.type !== 'session') files.add(event.data.path)
    } else if (event.kind !== 'session.forked') takeRun(runs, event)
  }
  const spent = store.summaries.spentByRun(id)
  const costUsd = [...runs.keys()].reduce((sum, run) => sum + (spent[run]?.costUsd ?? 0), 0)
  const told = [...files].filter((path) => /^\/(?:workspace|docs|memories)\//u.test(path))
  return {
    ...{ id, title, isRunning, waiting, costUsd, hasUnpriced: unpricedCalls > 0 },
    runs: [...runs.values()],
    files: told.toSorted(),
  }
}

function takeRun(runs: Map<RunId, WorkRun>, event: WorkEvent): void {
  const { runId, at } = event
  if (!runId) return
  const run = runs.get(runId) ?? { at }
  runs.set(runId, run)
  if (event.kind !== 'run.ended') return
  run.outcome = event.data.outcome
  if (event.data.reason !== undefined) run.reason = event.data.reason
}
