import type { approvals } from '#shared/contract/procedures/approvals.ts'
import type { Handlers } from '#shared/contract/procedures/define.ts'
import { Inbox } from '../sessions/inbox.ts'
import { checkFolder, getSession, hasFolder } from '../sessions/session-rows.ts'
import type { Parts } from './parts.ts'

export function approvalHandlers(parts: Parts): Handlers<typeof approvals> {
  const { store, runs } = parts
  const inbox = new Inbox(parts)
  return {
    'approvals.decide': async (asked, _signal, client) => {
      const { sessionId, approvalId, decision, args, message, always, by } = asked
      const session = getSession(store, sessionId)
      // Said before anything is written: what is decided is gone on with, but for what is rejected.
      if (decision !== 'reject') await checkFolder(session)
      const said = {
        ...(args && { args }),
        ...(message !== undefined && { message }),
        ...(always && { always }),
        ...(client && { client }),
      }
      const canGoOn = await hasFolder(session)
      await (await runs()).decide(sessionId, { approvalId, decision, by, ...said }, canGoOn)
      return {}
    },
    'approvals.inbox': () => inbox.list(),
  }
}
