import type { calls } from '#shared/contract/calls.ts'
import type { Handlers } from '#shared/contract/define.ts'
import { AppError } from '#shared/error.ts'
import { getSession } from '../session-rows.ts'
import type { Parts } from './parts.ts'

export function callHandlers({ store, states, providers }: Parts): Handlers<typeof calls> {
  return {
    'calls.resolve': async ({ sessionId, spanId, resolution, message }) => {
      getSession(store, sessionId)
      await states.load(sessionId)
      await providers.learnSecrets()
      const call = states.of(sessionId).states.calls.unfinished[spanId]
      if (!call) {
        throw new AppError('conflict', 'Nobody waits to hear what is made of this call.')
      }
      const { agentId, toolCallId } = call
      const said = message && { message: providers.secrets.redact(message) }
      const data = { toolCallId, resolution, ...said }
      await store.events.append(sessionId, [{ kind: 'call.resolved', spanId, agentId, data }])
      return {}
    },
  }
}
