import { z } from 'zod'
import { Decision } from '../events/approval.ts'
import { ApprovalId, SessionId } from '../ids.ts'
import { call } from './define.ts'

export const approvals = {
  /**
   * Decides a call that waits. `edit` needs `args`; `respond` needs `message`. One that was decided
   * already is a conflict. Where the run that asked has ended, the session goes on with it.
   */
  'approvals.decide': call(
    z.object({
      sessionId: SessionId,
      approvalId: ApprovalId,
      decision: Decision,
      args: z.record(z.string(), z.json()).optional(),
      message: z.string().optional(),
      /** `host`: nobody could be asked. */
      by: z.enum(['person', 'host']).default('person'),
    }),
    z.object({}),
  ),
} as const
