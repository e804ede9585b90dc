import type { approvals } from '#shared/contract/approvals.ts'
import type { Handlers } from '#shared/contract/define.ts'
import { Inbox } from '../inbox.ts'
import { checkFolder, getSession, hasFolder } from '../session-rows.ts'
import type { Parts } from './parts.ts'

export function approvalHandlers(parts: Parts): Handlers<typeof approvals> {
  const { store, runs, changes } = parts
  const inbox = new Inbox(parts)
  return {
    'approvals.decide': async (asked) => {
      const { sessionId, approvalId, decision, args, message, always, by } = asked
      const session = getSession(store, sessionId)
      // Said before anything is written: what is decided is gone on with, but for what is rejected.
      if (decision !== 'reject') await checkFolder(session)
      const said = {
        ...(args && { args }),
        ...(message !== undefined && { message }),
        ...(always && { always }),
      }
      const canGoOn = await hasFolder(session)
      await (await runs()).decide(sessionId, { approvalId, decision, by, ...said }, canGoOn)
      if (always) changes.fire({ topic: 'policy' })
      return {}
    },
    'approvals.inbox': () => inbox.list(),
  }
}
