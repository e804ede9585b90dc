import { type FailLevel, failsOn, type ReviewResult } from '#shared/code-review/review-result.ts'
import { Severity } from '#shared/events/code-review.ts'
import type { Outcome } from '#shared/events/value.ts'
import { EXIT, exitCodeOfRun } from '../command-line/exit-codes.ts'
import { formatCount } from '../command-line/format-output.ts'

/** What a review came to, however its run ended. */
export interface Read {
  readonly result: ReviewResult | undefined
  /** How its run ended. */
  readonly reason: string | undefined
}

export function exitCodeOfReview(
  outcome: Outcome,
  { result }: Pick<Read, 'result'>,
  failOn: FailLevel,
): number {
  if (!result) return outcome === 'ok' ? EXIT.failed : exitCodeOfRun(outcome)
  if (failsOn(result, failOn)) return EXIT.failed
  if (outcome === 'ok' && result.isOfNothing && failOn !== 'never') return EXIT.stopped
  return outcome === 'stopped' && failOn === 'never' ? EXIT.ok : exitCodeOfRun(outcome)
}

/** Why a review fails a build; `undefined` where it does not. */
export function tellFailing({ comments }: ReviewResult, failOn: FailLevel): string | undefined {
  const grave = comments.filter((comment) => failsOn({ comments: [comment] }, failOn)).length
  if (grave === 0) return undefined
  const level = failOn === Severity.options[0] ? failOn : `${failOn} or graver`
  return `${formatCount(grave, 'comment')} ${grave === 1 ? 'is' : 'are'} ${level}: --fail-on ${failOn}`
}
