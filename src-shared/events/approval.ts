import { z } from 'zod'
import { ApprovalId } from '../ids.ts'
import { ServerClaims } from '../mcp-claims.ts'
import { defineEvent } from './define.ts'
import { Effect, FileContent, StoredJson } from './value.ts'

/** What a person said of a call: let it run, let it run with other arguments, refuse it, or answer in its place. */
export const Decision = z.enum(['approve', 'edit', 'reject', 'respond'])
export type Decision = z.infer<typeof Decision>

/** What a person is asked for: permission to run a call, an answer to a question, or a higher budget. */
export const ApprovalType = z.enum(['call', 'question', 'budget'])
export type ApprovalType = z.infer<typeof ApprovalType>

/** The decisions that make sense for each type; a project's settings can narrow those of a call. */
export const decisionsOf: Readonly<Record<ApprovalType, readonly Decision[]>> = {
  call: ['approve', 'edit', 'reject', 'respond'],
  question: ['respond', 'reject'],
  budget: ['approve', 'edit', 'reject'],
}

const Requested = z.object({
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
  type: ApprovalType,
  allowedDecisions: z.array(Decision).min(1),
  serverClaims: ServerClaims.optional(),
  acceptsRule: z.boolean(),
})

type RequestedV1 = Omit<z.infer<typeof Requested>, 'type' | 'allowedDecisions' | 'acceptsRule'>

/** Version 1 had no `type`: only these two tools asked for anything but permission. */
function addType(data: RequestedV1): z.infer<typeof Requested> {
  const type = typeInV1(data.name)
  return {
    ...data,
    type,
    allowedDecisions: [...decisionsOf[type]],
    acceptsRule: type === 'call',
  }
}

function typeInV1(name: string): ApprovalType {
  if (name === 'ask_person') return 'question'
  return name === 'raise_budget' ? 'budget' : 'call'
}

/**
 * A call that waits for a person. Its `spanId` is the one its `tool.started` will have. `risk` says
 * in one sentence what it can do, `rule` which rule asks. `isJudged`: somebody could say beforehand
 * what it does. `change` is the edit it would make. The host takes only `allowedDecisions` from a
 * person. `acceptsRule`: a rule of the person's may allow calls like it. `serverClaims` is what the
 * MCP server of the tool says about it: shown, never trusted.
 */
export const approvalRequested = defineEvent('approval.requested', Requested, [addType])

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
