import { AppError } from '#shared/error.ts'
import type { EventFor } from '#shared/events/index.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import { hasUnfinishedCalls, nothingToCompact, unfinishedCalls } from './models/compact-thread.ts'
import { KEPT_MESSAGES } from './models/compaction.ts'
import { readThread } from './prompts/read-thread.ts'
import type { RunsOptions } from './runs-options.ts'
import { LEAD } from './span-ids.ts'

/** How many messages became a summary, and how many stayed as they are. */
export type Compacted = Pick<
  EventFor<'context.compacted'>['data'],
  'droppedMessages' | 'keptMessages'
>

/** Fails with `conflict` if a session's conversation can't be compacted between two runs. */
export async function checkIdle(
  { store, states }: Pick<RunsOptions, 'store' | 'states'>,
  sessionId: SessionId,
): Promise<void> {
  const { approvals, calls, status } = (await states.load(sessionId)).states
  if (approvals.open.length > 0) {
    const message = 'Calls are waiting for approval. Approve or reject them, then compact.'
    throw new AppError('conflict', message)
  }
  if (status.wait) {
    const message = 'The run is waiting for a limit to end. Resume or stop it, then compact.'
    throw new AppError('conflict', message)
  }
  const latest = store.checkpoints.get(sessionId, LEAD)
  const writes = latest ? store.checkpoints.writes(sessionId, LEAD, latest.id) : []
  if (calls.order.length > 0 || hasUnfinishedCalls(writes)) throw unfinishedCalls()
}

/** Fails with `conflict` if a session's conversation is too short for a summary. */
export async function checkLength(
  { store }: Pick<RunsOptions, 'store'>,
  sessionId: SessionId,
): Promise<void> {
  const seen = (await readThread(store, { sessionId })).filter(({ isDropped }) => !isDropped)
  if (seen.length <= KEPT_MESSAGES) throw nothingToCompact()
}

/** Returns what a run has compacted; `before` is the last event before it. Fails with its reason if it failed. */
export function findCompacted(
  { store }: Pick<RunsOptions, 'store'>,
  sessionId: SessionId,
  { runId, before }: { readonly runId: RunId; readonly before: number },
): Compacted {
  const events = [...store.events.read(sessionId, { after: before })].flat()
  const own = events.filter((event) => event.runId === runId)
  const compacted = own.find((event) => event.kind === 'context.compacted')
  const end = own.find((event) => event.kind === 'run.ended')
  if (compacted) return compacted.data
  throw new AppError('unavailable', end?.data.reason ?? 'Compacting didn’t finish. Try again.')
}
