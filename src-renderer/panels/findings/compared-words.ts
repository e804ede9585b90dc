import type { ComparedReviews } from '#shared/code-review/compare-reviews.ts'
import { formatCount } from '../../ui/format.ts'

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
