import type { approvals } from '#shared/contract/approvals.ts'
import type { Handlers } from '#shared/contract/define.ts'
import { getSession } from '../session-rows.ts'
import type { Parts } from './parts.ts'

export function approvalHandlers({ store, runs }: Parts): Handlers<typeof approvals> {
  return {
    'approvals.decide': async ({ sessionId, approvalId, decision, args, message, by }) => {
      getSession(store, sessionId)
      const said = { ...(args && { args }), ...(message !== undefined && { message }) }
      await (await runs()).decide(sessionId, { approvalId, decision, by, ...said })
      return {}
    },
  }
}
