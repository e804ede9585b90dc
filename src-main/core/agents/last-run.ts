import type { Draft } from '#shared/events/index.ts'
import { RunId } from '#shared/ids.ts'
import { isReviewOver } from '#shared/projections/code-reviews.ts'
import type { WaitEnd } from './models/limit-wait.ts'
import type { RunPlan } from './run-plan.ts'

/**
 * Returns the run to resume: the last one that is no compaction, and no review which was submitted.
 * `undefined`: that one is complete.
 */
export function lastRunOf({ view }: RunPlan): RunId | undefined {
  const last = view.runs.findLast(
    ({ id, isCompaction }) => !isCompaction && !isReviewOver(view.codeReviews, id),
  )
  if (!last) return undefined
  // A rewind takes the last outcome back.
  const outcome = last.id === view.lastRunId ? view.status.lastOutcome : last.outcome
  const isOver = outcome === 'ok' && view.transcript.queued.length === 0
  return isOver ? undefined : RunId.parse(last.id)
}

/** What is written when a run is resumed that waited for a limit. */
export function endOfWait({ status }: RunPlan['view'], data: WaitEnd): readonly Draft[] {
  return status.wait ? [{ kind: 'limit.resolved', data }] : []
}
