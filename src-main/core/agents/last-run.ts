import { RunId } from '#shared/ids.ts'
import { isReviewOver } from '#shared/projections/code-reviews.ts'
import { LEAD_THREAD } from '#shared/projections/transcript.ts'
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

/** Returns the last run if it was to compact the conversation and didn't; else `undefined`. */
export function unfinishedCompactionOf({ view }: RunPlan): RunId | undefined {
  const last = view.runs.at(-1)
  if (!last?.isCompaction || last.outcome === 'ok') return undefined
  const { items, threads } = view.transcript
  const isSaved = threads[LEAD_THREAD]?.some((id) => {
    const item = items[id]
    return item?.type === 'compaction' && item.seq > last.seq
  })
  return isSaved ? undefined : RunId.parse(last.id)
}
