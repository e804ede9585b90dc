import type { SpentCall } from '#shared/contract/spending.ts'
import type { EventFor } from '#shared/events/index.ts'
import type { SessionId } from '#shared/ids.ts'
import { defineProjection, fold } from '#shared/projections/define.ts'
import { totalsOf } from '#shared/projections/totals.ts'
import type { SpendingFilter } from '#shared/spending/spending-query.ts'
import { isAsked, shareOf } from '#shared/spending/spending-sums.ts'
import { kindOf, QUARTER_MS, type SpentKind } from '#shared/spending/spent.ts'
import { inTurns } from '../log/in-turns.ts'
import type { Store } from '../log/store.ts'

export interface CallsWanted {
  /** In milliseconds since the epoch; `until` is not of it. */
  readonly from: number
  readonly until: number
  readonly where: SpendingFilter
}

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
    const isIn = (at: number) => at < until && at + QUARTER_MS > from
    const { kind } = spent.cells
    const fits = spent.kinds.map((one) => shareOf(one, where) > 0)
    const has = spent.cells.at.some((at, index) => isIn(at) && fits[kind[index] ?? 0])
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
  const state = ended.init()
  for await (const page of inTurns(events.readKinds(id, kinds))) fold(ended, state, page)
  return state.calls
    .filter(({ event: { at }, kind }) => at >= from && at < until && shareOf(kind, where) > 0)
    .map(({ event, kind }) => toCall(event, { title, type: kind.type }))
}

interface EndedState {
  types: Record<string, string>
  calls: { readonly event: EventFor<'model.ended'>; readonly kind: SpentKind }[]
}

const kinds = ['session.forked', 'agent.started', 'model.ended'] as const

const ended = defineProjection<EndedState>({
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
