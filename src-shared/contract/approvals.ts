import { z } from 'zod'
import { Decision } from '../events/approval.ts'
import { AllowRule } from '../events/rule.ts'
import { ApprovalId, SessionId } from '../ids.ts'
import { call } from './define.ts'

export const approvals = {
  /**
   * Decides a call that waits. `edit` needs `args`; `respond` needs `message`. One that was decided
   * already is a conflict. Where the run that asked has ended, the session goes on with it. With
   * `always`, which only goes with `approve`, calls like it run without being asked from now on, and
   * those that wait go on.
   */
  'approvals.decide': call(
    z.object({
      sessionId: SessionId,
      approvalId: ApprovalId,
      decision: Decision,
      args: z.record(z.string(), z.json()).optional(),
      message: z.string().optional(),
      always: AllowRule.pick({ scope: true, pattern: true }).optional(),
      /** `host`: nobody could be asked. */
      by: z.enum(['person', 'host']).default('person'),
    }),
    z.object({}),
  ),
} as const
