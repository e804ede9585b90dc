import { type Finding, Severity } from '../events/code-review.ts'
import type { CodeReview } from '../projections/code-reviews.ts'

/** What a review fails a build on: a comment that grave, or graver. */
export const FAIL_LEVELS = [...Severity.options, 'never'] as const
export type FailLevel = (typeof FAIL_LEVELS)[number]

interface Judged {
  readonly comments: readonly Pick<Finding, 'severity'>[]
}

export function failsOn({ comments }: Judged, level: FailLevel): boolean {
  if (level === 'never') return false
  const least = Severity.options.indexOf(level)
  return comments.some(({ severity }) => Severity.options.indexOf(severity) <= least)
}

export const NOTHING_SAID = 'No reviewer has said anything of this change.'

/** Whether a review was submitted of which nobody has said anything: that nothing was found says nothing then. */
export function isOfNothing({
  told,
  files,
  submitted,
}: Pick<CodeReview, 'told' | 'files' | 'submitted'>): boolean {
  if (!submitted || told.length > 0 || submitted.comments.length > 0) return false
  return submitted.by === 'host' || files.every(({ path }) => submitted.unread.includes(path))
}
