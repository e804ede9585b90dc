import type { CodeReviewsState } from '#shared/projections/code-reviews.ts'
import { useSelection, useSessionView } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import type { FileFinding } from './locate-findings.ts'
import { selectFindings } from './select-findings.ts'

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
