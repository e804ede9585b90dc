import type { RuleEffect } from '#shared/contract/policy.ts'
import type { Decision } from '#shared/events/approval.ts'
import type { AllowRule } from '#shared/events/rule.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Args } from '../tools/define.ts'
import { findAllowing } from './allow-rules.ts'

/** A call that a person was asked about. */
export interface PastRequest {
  readonly sessionId: SessionId
  readonly name: string
  readonly title: string
  readonly args: Args
  readonly at: number
  readonly decision?: Decision
}

const SHOWN = 5

/** What a rule would have decided of `requests`, the latest of which come last. */
export function effectOfRule(rule: AllowRule, requests: readonly PastRequest[]): RuleEffect {
  const met = requests.filter((request) => findAllowing(request, [rule]))
  const latest = met
    .slice(-SHOWN)
    .toReversed()
    .map(({ sessionId, title, at, decision }) => ({
      sessionId,
      title,
      at,
      ...(decision && { decision }),
    }))
  const rejected = met.filter(({ decision }) => decision === 'reject').length
  return { requests: met.length, rejected, latest }
}
