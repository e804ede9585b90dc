import type { AllowRule } from '#shared/events/approval.ts'
import type { ClientName, StoredJson } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ApprovalId } from '#shared/lib/ids.ts'
import type { Approval } from '#shared/projections/approvals.ts'
import type { Decision } from '#shared/settings/settings.ts'
import type { Decided } from './approvals.ts'

/** What a person, or the host in their place, says of a request. */
export interface DecisionInput {
  readonly approvalId: ApprovalId
  readonly decision: Decision
  readonly args?: Readonly<Record<string, unknown>>
  readonly message?: string
  /** Makes a rule of it: calls like it are not asked for again. */
  readonly always?: Pick<AllowRule, 'scope' | 'pattern'> | undefined
  /** `host`: nobody could be asked. */
  readonly by?: 'person' | 'host'
  /** The client with which a person decided. */
  readonly client?: ClientName | undefined
}

/**
 * Throws `invalid-input` where a request doesn't allow the decision. The host may always reject:
 * that closes a request that no one can answer.
 */
export function checkAllowed(
  { allowedDecisions }: Pick<Approval, 'allowedDecisions'>,
  { decision, by }: Pick<DecisionInput, 'decision' | 'by'>,
): void {
  if (allowedDecisions.includes(decision) || (decision === 'reject' && by === 'host')) return
  const allowed = new Intl.ListFormat('en', { type: 'disjunction' }).format(allowedDecisions)
  const message = `This request can't be decided with ${decision}. Use ${allowed}.`
  throw new AppError('invalid-input', message)
}

/** What was decided, as it is logged. Fails with `invalid-input` where what it needs is missing. */
export function toDecided(
  { approvalId, decision, args, message, always, by = 'person', client }: DecisionInput,
  storeArgs: (args: Readonly<Record<string, unknown>>) => StoredJson,
): Decided {
  if (args && decision !== 'edit') {
    throw new AppError('invalid-input', 'Only an edit has arguments. Leave args out, or edit.')
  }
  if (decision === 'edit' && !args) {
    throw new AppError('invalid-input', 'Give the arguments to run this call with.')
  }
  if (decision === 'respond' && !message?.trim()) {
    throw new AppError('invalid-input', 'Say what to answer in place of this call.')
  }
  if (always && (decision !== 'approve' || by !== 'person')) {
    throw new AppError('invalid-input', 'Only a person who approves a call can always allow it.')
  }
  return {
    approvalId,
    decision,
    by,
    ...(by === 'person' && client && { client }),
    ...(decision === 'edit' && args && { args: storeArgs(args) }),
    ...(message && { message }),
  }
}
