import { z } from 'zod'
import { AllowRule } from '../../events/approval.ts'
import { ClientName, Effect } from '../../events/value.ts'
import { JsonObject } from '../../json/marked-json.ts'
import { ApprovalId, ProjectId, RuleId, SessionId } from '../../lib/ids.ts'
import { Decision, Profile } from '../../settings/settings.ts'
import { call } from './define.ts'

/** A rule that holds, with when it was made. */
export const HeldRule = z.object({
  ...AllowRule.shape,
  addedAt: z.number(),
  /** Where it was made; absent for a project's rules. */
  sessionId: SessionId.optional(),
  /** The next call that it matches asks again, because it allows more than its card showed. */
  asksAgain: z.literal(true).optional(),
  /** Where a person added it; absent for older rules. */
  client: ClientName.optional(),
})
export type HeldRule = z.infer<typeof HeldRule>

/** What a rule would have decided, had it held before. */
export const RuleEffect = z.object({
  /** Requests of the project's sessions so far that it would have let run. */
  requests: z.int().nonnegative(),
  /** Of those, the ones a person refused. */
  rejected: z.int().nonnegative(),
  /** Some of them, the latest first. */
  latest: z.array(
    z.object({
      sessionId: SessionId,
      title: z.string(),
      at: z.number(),
      decision: Decision.optional(),
    }),
  ),
})
export type RuleEffect = z.infer<typeof RuleEffect>

/** A rule a person may want to make of a request. Without a `pattern`: every call of its tool. */
export const RuleSuggestion = z.object({
  tool: z.string(),
  pattern: z.string().optional(),
  effect: RuleEffect,
  /** An earlier permission, which also allows other calls: offered only because it was given before. */
  isEarlier: z.literal(true).optional(),
})
export type RuleSuggestion = z.infer<typeof RuleSuggestion>

/** A call that somebody wonders about. `agent` is `lead` or a subagent type. */
export const PolicyQuestion = z.object({
  projectId: ProjectId,
  /** Whose profile and rules hold; absent: what a new session would have. */
  sessionId: SessionId.optional(),
  agent: z.string().default('lead'),
  tool: z.string().min(1),
  args: JsonObject.default({}),
  /** In place of the one that holds. */
  profile: Profile.optional(),
})
export type PolicyQuestion = z.infer<typeof PolicyQuestion>

/** `source` is where the rule that decides comes from. `isJudged`: it is known what the call can do. */
export const PolicyExplanation = z.object({
  verdict: z.enum(['allow', 'ask', 'deny']),
  rule: z.string(),
  source: z.enum(['definition', 'profile', 'project', 'person', 'host']),
  risk: z.string(),
  isJudged: z.boolean(),
  profile: Profile,
})
export type PolicyExplanation = z.infer<typeof PolicyExplanation>

/** A call that was not made: refused by the policy, or by a person. */
export const Denial = z.object({
  sessionId: SessionId,
  sessionTitle: z.string(),
  seq: z.int().positive(),
  at: z.number(),
  /** `lead` or a subagent type. */
  agent: z.string(),
  tool: z.string(),
  /** One line: verb and object. */
  title: z.string(),
  /** Why, as the agent was told. */
  reason: z.string(),
})
export type Denial = z.infer<typeof Denial>

export const policy = {
  /** The tools that agents can have, by name. */
  'policy.tools': call(z.object({}), z.array(z.object({ name: z.string(), effect: Effect }))),
  /** What was refused in a project's sessions, the latest first. */
  'policy.denials': call(
    z.object({ projectId: ProjectId, limit: z.int().min(1).max(500).default(50) }),
    z.array(Denial),
  ),
  /** What a call would come to, and why; nothing is run. */
  'policy.explain': call(PolicyQuestion, PolicyExplanation),
  /** The rules that hold in a project, and in a session of it where that is given; oldest first. */
  'policy.rules': call(
    z.object({ projectId: ProjectId, sessionId: SessionId.optional() }),
    z.array(HeldRule),
  ),
  /**
   * Lets calls of a tool run in a project without asking. Fails with `invalid-input` for a tool and
   * pattern that would allow no call. Answers with the rule that holds, which may have held before.
   */
  'policy.allow': call(
    z.object({
      projectId: ProjectId,
      tool: z.string().min(1),
      pattern: z.string().trim().min(1).optional(),
    }),
    HeldRule,
  ),
  /** A rule stops to hold. `sessionId` is where a session's rule was made. */
  'policy.revoke': call(
    z.object({ ruleId: RuleId, sessionId: SessionId.optional() }),
    z.object({}),
  ),
  /** A rule that was revoked holds again, as it was. */
  'policy.restore': call(z.object({ projectId: ProjectId, rule: HeldRule }), z.object({})),
  /** The rules that can be made of a request, the narrowest first, and what each would have decided. */
  'policy.suggestRules': call(
    z.object({ sessionId: SessionId, approvalId: ApprovalId }),
    z.array(RuleSuggestion),
  ),
} as const
