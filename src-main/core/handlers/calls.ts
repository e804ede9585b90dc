import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { calls } from '#shared/contract/procedures/runs.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { SessionId, SpanId } from '#shared/lib/ids.ts'
import type { UnfinishedCall } from '#shared/projections/calls.ts'
import { copyStates, foldStates } from '#shared/projections/index.ts'
import type { StatesAt } from '#shared/wire/state-chunks.ts'
import { getSession } from '../sessions/session-rows.ts'
import type { Store } from '../store/store.ts'
import type { Parts } from './parts.ts'

export function callHandlers({ store, states, providers }: Parts): Handlers<typeof calls> {
  return {
    'calls.resolve': async ({ sessionId, spanId, resolution, message }) => {
      getSession(store, sessionId)
      await providers.learnSecrets()
      const before = await states.load(sessionId)
      const { agentId, toolCallId } = getUnfinished(before, spanId)
      // Another window may say so, too, before this is written.
      const check = () => getUnfinished(withLater(store, sessionId, before), spanId)
      const said = message && { message: providers.secrets.redact(message) }
      const data = { toolCallId, resolution, ...said }
      const draft = { kind: 'call.resolved', spanId, agentId, data } as const
      await store.events.append(sessionId, [draft], check)
      return {}
    },
  }
}

function getUnfinished({ states }: StatesAt, spanId: SpanId): UnfinishedCall {
  const call = states.calls.unfinished[spanId]
  if (call) return call
  throw new AppError('conflict', 'Nobody waits to hear what is made of this call.')
}

function withLater(store: Store, sessionId: SessionId, { seq, states }: StatesAt): StatesAt {
  const later = [...store.events.read(sessionId, { after: seq })].flat()
  const now = copyStates(states)
  foldStates(now, later)
  return { seq: later.at(-1)?.seq ?? seq, states: now }
}
