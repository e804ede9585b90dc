import { z } from 'zod'
import { Outcome } from '../../events/value.ts'
import { ProjectId, RunId, SessionId, SpanId } from '../../lib/ids.ts'
import {
  SpendingFilter,
  SpendingQuery,
  SpendingReport,
  Totals,
} from '../../spending/spending-query.ts'
import { call } from './define.ts'

/** A model call that money was spent on. */
export const SpentCall = z.object({
  sessionId: SessionId,
  title: z.string(),
  seq: z.int().positive(),
  at: z.number(),
  spanId: SpanId.optional(),
  agentId: SpanId.optional(),
  /** The subagent type that called; the lead is `lead`. */
  type: z.string(),
  provider: z.string(),
  model: z.string(),
  outcome: Outcome,
  /** What it asked for, by name, as often as it did. */
  tools: z.array(z.string()),
  /** Of a call that counts for several tools, all of it. */
  totals: Totals,
})
export type SpentCall = z.infer<typeof SpentCall>

/** How far what budgets count has come. Which hold is in the settings. */
export const BudgetsSpent = z.object({
  /** The month it is (UTC), in milliseconds since the epoch; it ends where the next begins. */
  month: z.object({
    startsAt: z.number(),
    endsAt: z.number(),
    costUsd: z.number(),
    unpricedCalls: z.int().nonnegative(),
  }),
  /** Since it was first opened; what cost most first. */
  projects: z.array(z.object({ projectId: ProjectId, costUsd: z.number() })),
  /** The dearest session, and the dearest run of those that began this month. */
  session: z.object({ sessionId: SessionId, costUsd: z.number() }).optional(),
  run: z.object({ sessionId: SessionId, runId: RunId, costUsd: z.number() }).optional(),
})
export type BudgetsSpent = z.infer<typeof BudgetsSpent>

export const spending = {
  'spending.report': call(SpendingQuery, SpendingReport),
  /** The model calls from one time until before another that a filter lets through, the dearest first. */
  'spending.calls': call(
    z.object({
      from: z.number(),
      until: z.number(),
      where: SpendingFilter.default({}),
      limit: z.int().min(1).max(1_000).default(200),
    }),
    z.object({ calls: z.array(SpentCall), count: z.int().nonnegative() }),
  ),
  'spending.budgets': call(z.object({}), BudgetsSpent),
} as const
