import type { Denial } from '#shared/contract/procedures/permissions.ts'
import type { EventFor } from '#shared/events/index.ts'
import { headOf } from '#shared/events/value.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { defineProjection, fold } from '#shared/projections/define.ts'
import { inTurns } from '../runtime/yield-in-slices.ts'
import type { Store } from '../store/store.ts'

interface DenialsWanted {
  readonly projectId: ProjectId
  /** At most so many. */
  readonly limit: number
}

/** What was refused in a project's sessions, the latest first; sessions that changed last are read first. */
export async function findDenials(
  store: Store,
  { projectId, limit }: DenialsWanted,
): Promise<readonly Denial[]> {
  const found: Denial[] = []
  await store.summaries.load(store.sessions.list(projectId).map(({ id }) => id))
  for (const { id, title, changedAt } of store.summaries.list(projectId)) {
    // What was refused in those that are left is older than all that was found.
    if (found.length >= limit && (found[limit - 1]?.at ?? 0) > changedAt) break
    found.push(...(await denialsIn(store, id, title)))
    found.sort((one, other) => other.at - one.at)
  }
  return found.slice(0, limit)
}

const kinds = ['session.forked', 'agent.started', 'tool.started', 'tool.ended'] as const

async function denialsIn(
  { events }: Store,
  sessionId: SessionId,
  sessionTitle: string,
): Promise<readonly Denial[]> {
  const state = denied.init()
  for await (const page of inTurns(events.readKinds(sessionId, kinds))) fold(denied, state, page)
  return state.calls.map(({ began, ended, agent }) => ({
    ...{ sessionId, sessionTitle, seq: ended.seq, at: ended.at, agent },
    ...{ tool: began.data.name, title: began.data.title, reason: reasonOf(ended) },
  }))
}

function reasonOf({ data: { error, result } }: EventFor<'tool.ended'>): string {
  return error ?? (result === undefined ? '' : headOf(result))
}

interface DeniedState {
  types: Record<string, string>
  began: Record<string, EventFor<'tool.started'>>
  calls: {
    readonly began: EventFor<'tool.started'>
    readonly ended: EventFor<'tool.ended'>
    readonly agent: string
  }[]
}

const denied = defineProjection<DeniedState>({
  init: () => ({ types: {}, began: {}, calls: [] }),
  copy: ({ types, began, calls }) => ({
    types: { ...types },
    began: { ...began },
    calls: [...calls],
  }),
  on: {
    // What was inherited was refused in another session.
    'session.forked': (state) => {
      state.calls = []
    },
    'agent.started': ({ types }, { agentId, data }) => {
      if (agentId) types[agentId] = data.type
    },
    'tool.started': ({ began }, event) => {
      if (event.spanId) began[event.spanId] = event
    },
    'tool.ended': ({ began, calls, types }, event) => {
      const call = event.spanId && began[event.spanId]
      if (!event.spanId || !call) return
      delete began[event.spanId]
      if (event.data.outcome !== 'denied') return
      const agent = (event.agentId && types[event.agentId]) ?? 'lead'
      calls.push({ began: call, ended: event, agent })
    },
  },
})
