import type { z } from 'zod'
import type { RuleSuggestion } from '#shared/contract/policy.ts'
import type { Decision } from '#shared/events/approval.ts'
import type { EventFor } from '#shared/events/index.ts'
import type { AllowRule } from '#shared/events/rule.ts'

export type Requested = Pick<EventFor<'approval.requested'>, 'data'>

/** What becomes of a request, and who says so. */
export interface Answer {
  readonly decision: Decision
  readonly by: 'person' | 'host'
  /** Of an edit: what to call with in place of what was asked for. */
  readonly args?: Readonly<Record<string, z.core.util.JSONType>>
  readonly message?: string
  readonly always?: Pick<AllowRule, 'scope' | 'pattern'>
}

/** The rules that can be made of a request. */
export type SuggestRules = (request: Requested) => Promise<readonly RuleSuggestion[]>

/**
 * Decides what a run asks. `undefined`: somebody else did meanwhile. `problem` is why what was
 * decided before could not be taken.
 */
export type Approver = (
  request: Requested,
  signal: AbortSignal,
  problem?: string,
) => Promise<Answer | undefined>

/**
 * Approves every call whose effects are known beforehand and that may be approved. Rejects questions
 * and budget requests: those need a person's own words or money.
 */
export function approveAll(): Approver {
  return async ({ data }) => {
    const message = reasonToReject(data)
    if (message === undefined) return { decision: 'approve', by: 'host' }
    return { decision: 'reject', by: 'host', message }
  }
}

function reasonToReject({ type, isJudged, allowedDecisions }: Requested['data']) {
  if (type === 'question') return "--approve all doesn't answer questions."
  if (type === 'budget') return "--approve all doesn't raise budgets."
  if (!isJudged) return '--approve all does not cover what cannot be judged.'
  if (allowedDecisions.includes('approve')) return undefined
  return "interruptOn in .orrery/settings.json doesn't allow approving this call."
}

/** Rejects whatever asks, and says why: nobody can be asked. */
export function rejectAll(reason: string): Approver {
  return async () => ({ decision: 'reject', by: 'host', message: reason })
}
