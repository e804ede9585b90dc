import { findQuote } from '#shared/code-review/place-findings.ts'
import { Severity } from '#shared/events/code-review.ts'
import type { ReviewId } from '#shared/lib/ids.ts'
import type {
  CodeReview,
  CodeReviewsState,
  SubmittedComment,
} from '#shared/projections/code-reviews.ts'
import { toWorkspacePath } from '../../../cards/code-review/format-finding.ts'
import type { Selected } from '../../../session/selection.ts'
import { useSelection, useSessionView } from '../../../session/session-context.tsx'
import { useProjection } from '../../../session/use-projection.ts'

/** A comment of a review about a file, which nobody has settled. */
export interface FileFinding {
  readonly reviewId: ReviewId
  /** Its place among those submitted. */
  readonly index: number
  readonly comment: SubmittedComment
}

/** Where a comment's lines are now, from 1. */
export interface LocatedFinding extends FileFinding {
  readonly from: number
  readonly to: number
  /** These are not its lines, which changed: they are the nearest there are. */
  readonly isNearest?: boolean
}

/** Those whose lines are in the text, where they were or where they have gone beyond doubt: where a suggestion can be accepted. */
export function locateFindings(
  findings: readonly FileFinding[],
  text: string,
): readonly LocatedFinding[] {
  if (findings.length === 0) return []
  const lines = text.split(/\r?\n/)
  return findings
    .flatMap((finding) => {
      const { line, endLine = line, quote } = finding.comment
      const from = quote === '' ? withinText(line, lines) : findQuote(lines, { line, quote })
      if (from === undefined) return []
      const to = quote === '' ? endLine : from + quote.split('\n').length - 1
      return [{ ...finding, from, to: Math.min(to, lines.length) }]
    })
    .toSorted((a, b) => a.from - b.from)
}

function withinText(line: number, lines: readonly string[]): number | undefined {
  return line <= lines.length ? line : undefined
}

/** Where one is shown whose lines are in the text no more, or more than once. */
export function locateNearest(finding: FileFinding, text: string): LocatedFinding {
  const line = Math.min(finding.comment.line, text.replace(/\r?\n$/, '').split('\n').length)
  return { ...finding, from: line, to: line, isNearest: true }
}

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

/** What reviews say of a file, as `selectFindings` has it. */
export function useFileFindings(path: string): readonly FileFinding[] {
  const { openFinding } = useSelection()
  return useProjection(
    useSessionView(),
    'codeReviews',
    (state: CodeReviewsState) => selectFindings(state, path, openFinding),
    sameFindings,
  )
}

function sameFindings(a: readonly FileFinding[], b: readonly FileFinding[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ reviewId, comment }, at) => {
      const other = b[at]
      return reviewId === other?.reviewId && comment === other.comment
    })
  )
}
