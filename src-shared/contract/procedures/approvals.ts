import { z } from 'zod'
import { AllowRule } from '../../events/approval.ts'
import { JsonObject } from '../../json/marked-json.ts'
import { ApprovalId, SessionId } from '../../lib/ids.ts'
import type { Approval } from '../../projections/approvals.ts'
import type { UnfinishedCall } from '../../projections/calls.ts'
import type { Wait } from '../../projections/status.ts'
import { Decision } from '../../settings/settings.ts'
import { call } from './define.ts'

const isEntity = (value: unknown) => typeof value === 'object' && value !== null

const WaitingPlace = z.object({
  sessionId: SessionId,
  sessionTitle: z.string(),
  projectName: z.string(),
  /** What the agent is called; absent where its log does not tell. */
  agentName: z.string().optional(),
  /** Since when it waits. */
  since: z.number(),
})

/** Something that waits for a person, or a run that waits for a limit, with all that its card says. */
export const InboxItem = z.discriminatedUnion('type', [
  // Entities of projections were made by this host's own code: the far side takes them as they are.
  z.object({
    type: z.literal('approval'),
    ...WaitingPlace.shape,
    approval: z.custom<Approval>(isEntity),
  }),
  z.object({
    type: z.literal('unfinished'),
    ...WaitingPlace.shape,
    call: z.custom<UnfinishedCall>(isEntity),
    /** The end of what its terminal held, escape sequences and all. */
    output: z.string(),
  }),
  z.object({
    type: z.literal('limit'),
    ...WaitingPlace.shape,
    wait: z.custom<Wait>(isEntity),
  }),
])
export type InboxItem = z.infer<typeof InboxItem>

export const approvals = {
  /**
   * Decides a call that waits, with one of its `allowedDecisions`. `edit` needs `args` that its tool
   * takes as they are; `respond` needs `message`. One that was decided
   * already is a conflict. Where the run that asked has ended, the session goes on with it; one whose
   * folder is gone can't, and only `reject` is taken. With
   * `always`, which only goes with `approve`, calls like it run without being asked from now on, and
   * those that wait go on.
   */
  'approvals.decide': call(
    // Strict: a field that is ignored would decide something else than what was meant.
    z.strictObject({
      sessionId: SessionId,
      approvalId: ApprovalId,
      decision: Decision,
      args: JsonObject.optional(),
      message: z.string().optional(),
      always: AllowRule.pick({ scope: true, pattern: true }).optional(),
      /** `host`: nobody could be asked. */
      by: z.enum(['person', 'host']).default('person'),
    }),
    z.object({}),
  ),
  /**
   * What waits for a person in all sessions, that which has waited longest first: calls and questions
   * to be decided, calls that were cut off, and runs that wait until a limit ends. It changes with the `sessions`.
   */
  'approvals.inbox': call(z.object({}), z.array(InboxItem)),
} as const
