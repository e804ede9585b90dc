import { Severity } from '../events/code-review.ts'
import type { ReviewResult } from './review-result.ts'

/** What a review fails a build on: a comment that grave, or graver. */
export const FAIL_LEVELS = [...Severity.options, 'never'] as const
export type FailLevel = (typeof FAIL_LEVELS)[number]

export function failsOn({ comments }: Pick<ReviewResult, 'comments'>, level: FailLevel): boolean {
  if (level === 'never') return false
  const least = Severity.options.indexOf(level)
  return comments.some(({ severity }) => Severity.options.indexOf(severity) <= least)
}
