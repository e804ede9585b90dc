import { Severity } from '#shared/events/code-review.ts'
import type { CodeReview, CodeReviewsState } from '#shared/projections/code-reviews.ts'
import { toWorkspacePath } from '../../cards/finding-words.ts'
import type { Selected } from '../../client/selection.ts'
import type { FileFinding } from './locate-findings.ts'

/**
 * What the last review of each subject says of a file and nobody has settled, and the comment that was
 * pointed at, whatever it is. The gravest first.
 */
export function selectFindings(
  { reviews }: Pick<CodeReviewsState, 'reviews'>,
  path: string,
  asked: Selected['openFinding'],
): readonly FileFinding[] {
  const all = Object.values(reviews)
  const last = new Set(lastOfEach(all))
  return all
    .flatMap((review) => {
      const { reviewId, submitted } = review
      const isAsked = (index: number) => asked?.reviewId === reviewId && asked.comment === index
      return (submitted?.comments ?? []).flatMap((comment, index) => {
        if (toWorkspacePath(comment.file) !== path) return []
        const isOpen = last.has(review) && comment.settled === undefined
        return isOpen || isAsked(index) ? { reviewId, index, comment } : []
      })
    })
    .toSorted((a, b) => gravityOf(a) - gravityOf(b))
}

function lastOfEach(reviews: readonly CodeReview[]): readonly CodeReview[] {
  const submitted = reviews.filter((review) => review.submitted !== undefined)
  return [...new Map(submitted.map((one) => [subjectOf(one), one])).values()]
}

function subjectOf({ subject }: CodeReview): string {
  if (subject.type === 'base') return `base ${subject.ref}`
  return subject.type === 'diff' ? `diff ${subject.name}` : subject.type
}

function gravityOf({ comment }: FileFinding): number {
  return Severity.options.indexOf(comment.severity)
}
