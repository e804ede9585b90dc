import { z } from 'zod'
import { ProjectId, SessionId } from '../lib/ids.ts'

/** What spending is told apart by. */
export const Dimension = z.enum(['project', 'session', 'type', 'provider', 'model', 'tool'])
export type Dimension = z.infer<typeof Dimension>

/** What is counted: what all that is named here fits. `model` is `provider:model`. */
export const SpendingFilter = z.object({
  projectId: ProjectId.optional(),
  sessionId: SessionId.optional(),
  type: z.string().optional(),
  provider: z.string().optional(),
  model: z.string().optional(),
  /** A call counts for each tool it asked for, in equal parts. `answer`: it asked for none. */
  tool: z.string().optional(),
})
export type SpendingFilter = z.infer<typeof SpendingFilter>

export const SpendingQuery = z.object({
  /**
   * When each stretch begins, and when the last of them ends, in milliseconds since the epoch: whole
   * quarters of an hour, each after the one before.
   */
  edges: z.array(z.number()).min(2).max(2_000),
  by: Dimension,
  where: SpendingFilter.default({}),
})
export type SpendingQuery = z.infer<typeof SpendingQuery>

const Amount = z.object({ costUsd: z.number(), tokens: z.number() })
export type Amount = z.infer<typeof Amount>

/** What model calls came to; a part of a call counts as that part. */
export const Totals = z.object({
  calls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  reasoningTokens: z.number(),
  costUsd: z.number(),
  savedUsd: z.number(),
  unpricedCalls: z.number(),
})

/** One project, session, type, provider, model or tool. */
export const SpendingGroup = z.object({
  /** Its id or name, as a filter takes it. */
  key: z.string(),
  totals: Totals,
  /** In each stretch. Absent of those that cost least where there are many: they are in `others`. */
  stretches: z.array(Amount).optional(),
})
export type SpendingGroup = z.infer<typeof SpendingGroup>

/** What was spent in a time: every sum in it is one of model calls in the log. */
export const SpendingReport = z.object({
  total: Totals,
  /** What cost most first. */
  groups: z.array(SpendingGroup),
  /** What the groups without stretches came to in each. */
  others: z.array(Amount),
  /** How many sessions spent something, and half of them less than this, in US dollars. */
  sessions: z.int().nonnegative(),
  medianSessionUsd: z.number(),
  /**
   * How many changes were accepted, less those taken back. Absent where a part of the sessions' calls is
   * asked for: nobody accepts the change of a model, or of a tool.
   */
  accepted: z.int().optional(),
})
export type SpendingReport = z.infer<typeof SpendingReport>
