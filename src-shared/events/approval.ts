import { z } from 'zod'
import { ApprovalId } from '../ids.ts'
import { defineEvent } from './define.ts'
import { Effect, FileContent, StoredJson } from './value.ts'

/** What a person said of a call: let it run, let it run with other arguments, refuse it, or answer in its place. */
export const Decision = z.enum(['approve', 'edit', 'reject', 'respond'])
export type Decision = z.infer<typeof Decision>

/**
 * A call that waits for a person. Its `spanId` is the one its `tool.started` will have. `risk` says
 * in one sentence what it can do, `rule` which rule asks. `isJudged`: somebody could say beforehand
 * what it does. `change` is the edit it would make.
 */
export const approvalRequested = defineEvent(
  'approval.requested',
  z.object({
    approvalId: ApprovalId,
    toolCallId: z.string(),
    name: z.string(),
    title: z.string(),
    effect: Effect,
    args: StoredJson,
    risk: z.string(),
    rule: z.string(),
    isJudged: z.boolean(),
    change: z
      .object({ path: z.string(), before: FileContent.nullable(), after: FileContent })
      .optional(),
  }),
)

export const approvalDecided = defineEvent(
  'approval.decided',
  z.object({
    approvalId: ApprovalId,
    decision: Decision,
    /** `host`: nobody could be asked. */
    by: z.enum(['person', 'host']),
    args: StoredJson.optional(),
    message: z.string().optional(),
  }),
)
