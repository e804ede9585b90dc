import { z } from 'zod'
import { ApprovalId, RuleId } from '../lib/ids.ts'
import { ServerClaims } from '../mcp/mcp-claims.ts'
import { Decision } from '../settings/settings.ts'
import { defineEvent } from './define.ts'
import { ClientName, Effect, FileContent, StoredJson } from './value.ts'

/**
 * A person lets calls of a tool run without being asked, in one session or in all of its project.
 * `pattern` narrows it: words of a command, a host, or a path, where `*` stands for anything and, in a path,
 * `**` for any folders. Absent: every call. `isConfirmed` is absent if an earlier version made the
 * rule: its card may have offered a pattern that allows more than the person expected.
 */
export const AllowRule = z.object({
  ruleId: RuleId,
  tool: z.string().min(1),
  pattern: z.string().min(1).optional(),
  scope: z.enum(['session', 'project']),
  isConfirmed: z.literal(true).optional(),
})
export type AllowRule = z.infer<typeof AllowRule>

/** The client with which a person added or revoked the rule; absent in older logs. */
const client = ClientName.optional()

export const ruleAdded = defineEvent('rule.added', AllowRule.extend({ client }))

export const ruleRevoked = defineEvent('rule.revoked', z.object({ ruleId: RuleId, client }))

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
  toolDigest: z.string().optional(),
  definitionChange: z.array(z.string()).optional(),
  acceptsRule: z.boolean(),
  earlierRules: z.array(AllowRule).min(1).optional(),
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
 * MCP server of the tool says about it: shown, never trusted. `toolDigest` identifies the tool's
 * description, schema and claims; `definitionChange` compares them with those that a person allowed, in
 * lines that begin with `+`, `-` or a space. `earlierRules` would allow the call, but also allow calls that
 * a card doesn't offer to allow: a person's decision replaces them.
 */
export const approvalRequested = defineEvent('approval.requested', Requested, [addType])

export const approvalDecided = defineEvent(
  'approval.decided',
  z.object({
    approvalId: ApprovalId,
    decision: Decision,
    /** `host`: nobody could be asked. */
    by: z.enum(['person', 'host']),
    /** Where the person decided; absent in older logs, and where the host decided. */
    client: ClientName.optional(),
    args: StoredJson.optional(),
    message: z.string().optional(),
  }),
)
