import { tellSubject } from '#shared/code-review/review-words.ts'
import type { ListedRun } from '#shared/contract/runs.ts'

/** What a run is told apart by: how its prompt begins, or what it did without one. */
export function describeRun({
  prompt,
  reviewOf,
  isCompaction,
}: Pick<ListedRun, 'prompt' | 'reviewOf' | 'isCompaction'>): string {
  if (prompt) return prompt
  if (isCompaction) return 'Compacted the conversation'
  return reviewOf ? `Review of ${tellSubject(reviewOf)}` : 'Went on without a prompt'
}
