import type { BudgetsSpent, SpentCall } from '#shared/contract/procedures/spending.ts'
import type { AnyEvent, EventFor } from '#shared/events/index.ts'
import { type ProjectId, RunId, type SessionId } from '#shared/lib/ids.ts'
import { defineProjection, fold } from '#shared/projections/define.ts'
import { type Totals, totalsOf } from '#shared/projections/totals.ts'
import { cellsIn, type KeyedSums, KeyedTotals, type TimeRange } from '#shared/spending/day-sums.ts'
import type { SpendingFilter } from '#shared/spending/spending-query.ts'
import { isAsked, type SpendingSession, shareOf } from '#shared/spending/spending-sums.ts'
import { kindOf, QUARTER_MS, type Spent, type SpentKind } from '#shared/spending/spent.ts'
import { inTurns } from '../runtime/yield-in-slices.ts'
import type { Store } from '../store/store.ts'
import { monthOf } from '../store/tables/session-summary.ts'

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

interface CallsWanted {
  /** In milliseconds since the epoch; `until` is not of it. */
  readonly from: number
  readonly until: number
  readonly where: SpendingFilter
}

const CALL_KINDS = ['session.forked', 'agent.started', 'model.ended'] as const

interface EndedState {
  types: Record<string, string>
  calls: { readonly event: EventFor<'model.ended'>; readonly kind: SpentKind }[]
}

const endedCalls = defineProjection<EndedState>({
  init: () => ({ types: {}, calls: [] }),
  copy: ({ types, calls }) => ({ types: { ...types }, calls: [...calls] }),
  on: {
    'agent.started': ({ types }, { agentId, data }) => {
      if (agentId) types[agentId] = data.type
    },
    // What was inherited was spent by another session.
    'session.forked': (state) => {
      state.calls = []
    },
    'model.ended': ({ types, calls }, event) => {
      calls.push({ event, kind: kindOf(event, types) })
    },
  },
})

/** The model calls that sums are made of, from the logs of the sessions that have such. */
export async function listCalls(store: Store, wanted: CallsWanted): Promise<readonly SpentCall[]> {
  const calls: SpentCall[] = []
  for await (const id of inTurns(sessionsWith(store, wanted))) {
    calls.push(...(await callsOf(store, id, wanted)))
  }
  return calls.sort((a, b) => b.totals.costUsd - a.totals.costUsd || b.at - a.at)
}

function* sessionsWith({ summaries, sessions }: Store, wanted: CallsWanted): Generator<SessionId> {
  const { from, until, where } = wanted
  for (const session of summaries.spending()) {
    if (!isAsked(session, where)) continue
    const { id, spent } = session
    const overlaps = (at: number) => at < until && at + QUARTER_MS > from
    const { kind } = spent.cells
    const fits = spent.kinds.map((one) => shareOf(one, where) > 0)
    const has = spent.cells.at.some((at, index) => overlaps(at) && fits[kind[index] ?? 0])
    // Of a deleted one the calls are gone.
    if (has && sessions.find(id)) yield id
  }
}

async function callsOf(
  { events, summaries }: Store,
  id: SessionId,
  { from, until, where }: CallsWanted,
): Promise<readonly SpentCall[]> {
  const title = summaries.of(id)?.title ?? ''
  const state = endedCalls.init()
  for await (const page of inTurns(events.readKinds(id, CALL_KINDS))) fold(endedCalls, state, page)
  return state.calls
    .filter(({ event: { at }, kind }) => at >= from && at < until && shareOf(kind, where) > 0)
    .map(({ event, kind }) => toCall(event, { title, type: kind.type }))
}

function toCall(
  { sessionId, seq, at, spanId, agentId, data }: EventFor<'model.ended'>,
  { title, type }: Pick<SpentCall, 'title' | 'type'>,
): SpentCall {
  const { provider, model, outcome, tools = [] } = data
  return {
    ...{ sessionId, title, seq, at, type, provider, model, outcome, tools },
    ...(spanId && { spanId }),
    ...(agentId && { agentId }),
    totals: totalsOf(data),
  }
}

/** The key of calls whose run isn't known: those of deleted sessions, and those outside of runs. */
export const NO_RUN = ''

interface RunSums extends KeyedSums {
  readonly runs: ReadonlyMap<string, SpentRun>
}

/** Where a run is found. */
export interface SpentRun {
  readonly sessionId: SessionId
  /** Its position among the session's runs, from 1, as in `orrery compare SESSION.N`. */
  readonly number: number
}

/** Sums by run, the most expensive first, from the logs of the sessions that spent something. */
export async function sumByRun(
  store: Store | undefined,
  sessions: Iterable<SpendingSession>,
  range: TimeRange,
): Promise<RunSums> {
  const sums = new KeyedTotals()
  const runs = new Map<string, SpentRun>()
  for await (const { id, spent } of inTurns(sessions)) {
    const cells = cellsIn(spent.cells, range)
    if (cells.length === 0) continue
    // A deleted session's log is gone.
    const log = store?.sessions.find(id) && (await readCalls(store, id))
    const ended = log?.ended ?? cells.map((cell) => ({ ...cell, run: NO_RUN }))
    for (const { at, run, totals } of ended) if (isIn(range, at)) sums.add(run, id, totals)
    for (const [run, number] of log?.numbers ?? []) runs.set(run, { sessionId: id, number })
  }
  return { ...sums.toSums(compareCosts), runs }
}

function isIn({ from, until }: TimeRange, at: number): boolean {
  return at >= from && at < until
}

function compareCosts(a: { readonly totals: Totals }, b: { readonly totals: Totals }): number {
  return b.totals.costUsd - a.totals.costUsd || tokensOf(b) - tokensOf(a)
}

function tokensOf({ totals }: { readonly totals: Totals }): number {
  return totals.inputTokens + totals.outputTokens
}

interface Calls {
  readonly numbers: Map<string, number>
  ended: { readonly at: number; readonly run: string; readonly totals: Totals }[]
}

async function readCalls({ events }: Store, id: SessionId): Promise<Calls> {
  const calls: Calls = { numbers: new Map(), ended: [] }
  const kinds = ['session.forked', 'run.started', 'model.ended'] as const
  for await (const page of inTurns(events.readKinds(id, kinds))) {
    for (const event of page) note(calls, event)
  }
  return calls
}

function note(calls: Calls, event: AnyEvent): void {
  const { kind, runId: run = NO_RUN, at } = event
  if (kind === 'run.started') calls.numbers.set(run, calls.numbers.size + 1)
  // Inherited calls were spent by another session.
  if (kind === 'session.forked') calls.ended = []
  if (kind === 'model.ended') calls.ended.push({ at, run, totals: totalsOf(event.data) })
}
