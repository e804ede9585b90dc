import type { Outcome } from '#shared/events/value.ts'
import type { ReviewId } from '#shared/lib/ids.ts'
import { OpenReview, type OpenReviewContext } from './open-review.ts'

/** How a run ends that conducts reviews. */
interface EndOfRun {
  readonly outcome: Outcome
  readonly reason: string | undefined
  /** The review it was begun for; it may not have come to it. */
  readonly review: ReviewId | undefined
  /** Told of what can't be written: no run is kept from ending by that. */
  readonly report: (error: unknown, doing: string) => void
}

/**
 * Submits what there is of the reviews that a run was still at. One that failed or was killed before
 * anybody told anything stays without: how the run came out says why.
 */
export async function concludeReviews(
  run: OpenReviewContext,
  { outcome, reason = 'The run ended before it was submitted.', review, report }: EndOfRun,
): Promise<void> {
  const { open } = run.reviewing
  const isOpen = [...open].some(({ reviewId }) => reviewId === review)
  if (review && !isOpen) open.add(OpenReview.of(run, review))
  const isCutOff = outcome === 'error' || outcome === 'cancelled'
  for (const one of open) {
    try {
      if (!isCutOff || one.state.told.length > 0) await one.conclude(reason)
    } catch (error) {
      report(error, 'submitting a review')
    }
  }
}
