import type { ComparedReviews } from '#shared/code-review/compare-reviews.ts'
import { tellSubject } from '#shared/code-review/format-review.ts'
import { Severity } from '#shared/events/code-review.ts'
import type { CodeReview, SubmittedComment, Told } from '#shared/projections/code-reviews.ts'
import { formatCount } from '../../ui/text/format.ts'

/** A comment with its place among those that were submitted. */
export interface Numbered {
  readonly index: number
  readonly comment: SubmittedComment
}

/** Which comments are shown: all, those that nobody has settled, or of these one severity. */
export type Filter = 'all' | 'open' | Severity

/** The gravest first, as they were submitted. */
export function listComments({ submitted }: CodeReview, filter: Filter): readonly Numbered[] {
  const all = (submitted?.comments ?? []).map((comment, index) => ({ index, comment }))
  return all.filter(({ comment }) => isShown(comment, filter))
}

function isShown({ settled, severity }: SubmittedComment, filter: Filter): boolean {
  if (filter === 'all') return true
  return settled === undefined && (filter === 'open' || severity === filter)
}

/** What there is to choose from, and how many each shows; what is chosen stays, also with none left. */
export function countShown(
  comments: readonly SubmittedComment[],
  chosen: Filter,
): readonly { readonly filter: Filter; readonly count: number }[] {
  const isSettled = comments.some(({ settled }) => settled !== undefined)
  const count = (filter: Filter) => comments.filter((one) => isShown(one, filter)).length
  const all: readonly Filter[] = ['all', ...(isSettled ? (['open'] as const) : []), ...severities]
  return all
    .map((filter) => ({ filter, count: count(filter) }))
    .filter(({ filter, count: shown }) => shown > 0 || filter === chosen || filter === 'open')
}

const severities = Severity.options

/** What is reviewed, where it is told in the session it is in; to follow `Review of`. */
export function tellSubjectHere({ subject }: Pick<CodeReview, 'subject'>): string {
  return subject.type === 'session' ? 'this session’s changes' : tellSubject(subject)
}

/** What it says of a change that a review of it has no comments. */
export function tellNoneFound(review: CodeReview): string {
  const isWhole = review.leftOut.length === 0 && review.submitted?.unread.length === 0
  return `No reviewer found anything wrong${isWhole ? '' : ' in what was read'}.`
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

/** What became of the findings of the review before, as a sentence. */
export function tellCompared({ fixed, standing, added, unknown }: ComparedReviews): string {
  const parts = [
    `${formatCount(fixed.length)} fixed`,
    `${formatCount(standing.length)} still ${standing.length === 1 ? 'stands' : 'stand'}`,
    `${formatCount(added.length)} new`,
    ...(unknown.length > 0 ? [`${formatCount(unknown.length)} not told of again`] : []),
  ]
  return `Since the review before: ${parts.join(', ')}.`
}
