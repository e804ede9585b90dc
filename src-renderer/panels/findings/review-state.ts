import { Severity } from '#shared/events/code-review.ts'
import type { CodeReview, SubmittedComment, Told } from '#shared/projections/code-reviews.ts'

/** A comment with its place among those that were submitted. */
export interface Numbered {
  readonly index: number
  readonly comment: SubmittedComment
}

/** Those of one severity, or all; the gravest first, as they were submitted. */
export function listComments(
  { submitted }: CodeReview,
  severity: Severity | undefined,
): readonly Numbered[] {
  const all = (submitted?.comments ?? []).map((comment, index) => ({ index, comment }))
  return severity === undefined ? all : all.filter(({ comment }) => comment.severity === severity)
}

/** What was found so far, the gravest first; of equals, what was told first. */
export function listTold(told: readonly Told[]) {
  return told
    .flatMap(({ reviewer, seq, findings }) =>
      findings.map((finding, index) => ({ id: `${seq} ${index}`, reviewer, finding })),
    )
    .toSorted(
      (a, b) =>
        Severity.options.indexOf(a.finding.severity) - Severity.options.indexOf(b.finding.severity),
    )
}

/** Where an act leads to from the nth of so many, of which there is one at least. */
export function placeAfter(
  act: 'next' | 'previous' | 'first' | 'last',
  from: number,
  count: number,
): number {
  const strides = { next: 1, previous: -1, first: -Infinity, last: Infinity }
  return Math.min(Math.max(from + strides[act], 0), count - 1)
}
