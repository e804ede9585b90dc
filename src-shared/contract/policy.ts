import { z } from 'zod'
import { Decision } from '../events/approval.ts'
import { AllowRule } from '../events/rule.ts'
import { ApprovalId, ProjectId, RuleId, SessionId } from '../ids.ts'
import { call } from './define.ts'

/** A rule that holds, with when it was made. */
export const HeldRule = z.object({
  ...AllowRule.shape,
  addedAt: z.number(),
  /** Where it was made; absent for a project's rules. */
  sessionId: SessionId.optional(),
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
})
export type RuleSuggestion = z.infer<typeof RuleSuggestion>

export const policy = {
  /** The rules that hold in a project, and in a session of it where that is given; oldest first. */
  'policy.rules': call(
    z.object({ projectId: ProjectId, sessionId: SessionId.optional() }),
    z.array(HeldRule),
  ),
  /** A rule stops to hold. `sessionId` is where a session's rule was made. */
  'policy.revoke': call(
    z.object({ ruleId: RuleId, sessionId: SessionId.optional() }),
    z.object({}),
  ),
  /** The rules that can be made of a request, the narrowest first, and what each would have decided. */
  'policy.suggestRules': call(
    z.object({ sessionId: SessionId, approvalId: ApprovalId }),
    z.array(RuleSuggestion),
  ),
} as const
