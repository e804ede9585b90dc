import type { CodeReviewsState } from '#shared/projections/code-reviews.ts'
import { useSessionView } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import type { FileFinding } from './locate-findings.ts'

/** What the last review that was submitted says of a file, and nobody has settled. */
export function useFileFindings(path: string): readonly FileFinding[] {
  return useProjection(
    useSessionView(),
    'codeReviews',
    (state: CodeReviewsState) => selectFindings(state, path),
    sameFindings,
  )
}

function selectFindings({ reviews }: CodeReviewsState, path: string): readonly FileFinding[] {
  const last = Object.values(reviews).findLast(({ submitted }) => submitted !== undefined)
  return (last?.submitted?.comments ?? []).flatMap((comment, index) =>
    last && comment.settled === undefined && `/workspace/${comment.file}` === path
      ? { reviewId: last.reviewId, index, comment }
      : [],
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
