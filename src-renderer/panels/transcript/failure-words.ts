import type { FailoverReason } from '#shared/events/model.ts'

const reasons: Readonly<Record<FailoverReason, string>> = {
  auth: 'a refused key',
  billing: 'an unpaid account',
  'rate-limit': 'a rate limit',
  timeout: 'a timeout',
  overload: 'overload',
  budget: 'the budget',
  connection: 'a lost connection',
  intercepted: 'a proxy in between',
  garbled: 'an unreadable response',
  'malformed-answer': 'a malformed answer',
}

/** As it follows on `because of`. */
export function tellReason(reason: FailoverReason): string {
  return reasons[reason]
}
