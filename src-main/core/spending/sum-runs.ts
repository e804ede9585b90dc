import type { AnyEvent } from '#shared/events/index.ts'
import type { SessionId } from '#shared/ids.ts'
import { type Totals, totalsOf } from '#shared/projections/totals.ts'
import { cellsIn, type KeyedSums, KeyedTotals, type TimeRange } from '#shared/spending/day-sums.ts'
import type { SpendingSession } from '#shared/spending/spending-sums.ts'
import { inTurns } from '../log/in-turns.ts'
import type { Store } from '../log/store.ts'

/** The key of calls whose run isn't known: those of deleted sessions, and those outside of runs. */
export const NO_RUN = ''

export interface RunSums extends KeyedSums {
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
