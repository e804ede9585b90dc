import type { approvals } from '#shared/contract/approvals.ts'
import type { Handlers } from '#shared/contract/define.ts'
import { Inbox } from '../inbox.ts'
import { checkFolder, getSession } from '../session-rows.ts'
import type { Parts } from './parts.ts'

export function approvalHandlers(parts: Parts): Handlers<typeof approvals> {
  const { store, runs, changes } = parts
  const inbox = new Inbox(parts)
  return {
    'approvals.decide': async (asked) => {
      const { sessionId, approvalId, decision, args, message, always, by } = asked
      // Said before anything is written: what is decided is gone on with.
      await checkFolder(getSession(store, sessionId))
      const said = {
        ...(args && { args }),
        ...(message !== undefined && { message }),
        ...(always && { always }),
      }
      await (await runs()).decide(sessionId, { approvalId, decision, by, ...said })
      if (always) changes.fire({ topic: 'policy' })
      return {}
    },
    'approvals.inbox': () => inbox.list(),
  }
}
