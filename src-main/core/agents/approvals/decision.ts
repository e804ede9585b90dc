import { AppError } from '#shared/error.ts'
import type { Decision } from '#shared/events/approval.ts'
import type { AllowRule } from '#shared/events/rule.ts'
import type { StoredJson } from '#shared/events/value.ts'
import type { ApprovalId } from '#shared/ids.ts'
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
}

/** What was decided, as it is logged. Fails with `invalid-input` where what it needs is missing. */
export function toDecided(
  { approvalId, decision, args, message, always, by = 'person' }: DecisionInput,
  storeArgs: (args: Readonly<Record<string, unknown>>) => StoredJson,
): Decided {
  if (decision === 'edit' && !args) {
    throw new AppError('invalid-input', 'Give the arguments to run this call with.')
  }
  if (decision === 'respond' && !message) {
    throw new AppError('invalid-input', 'Say what to answer in place of this call.')
  }
  if (always && (decision !== 'approve' || by !== 'person')) {
    throw new AppError('invalid-input', 'Only a person who approves a call can always allow it.')
  }
  return {
    approvalId,
    decision,
    by,
    ...(decision === 'edit' && args && { args: storeArgs(args) }),
    ...(message && { message }),
  }
}
