import { AppError } from '#shared/error.ts'
import type { EventFor } from '#shared/events/index.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import { nothingToCompact } from './models/compact-thread.ts'
import { KEPT_MESSAGES } from './models/compaction.ts'
import { readThread } from './prompts/read-thread.ts'
import type { RunsOptions } from './runs-options.ts'

/** How many messages became a summary, and how many stayed as they are. */
export type Compacted = Pick<
  EventFor<'context.compacted'>['data'],
  'droppedMessages' | 'keptMessages'
>

/** Fails with `conflict` if a session's conversation can't be compacted between two runs. */
export async function checkCompactable(
  { store, states }: Pick<RunsOptions, 'store' | 'states'>,
  sessionId: SessionId,
): Promise<void> {
  const { approvals, status } = (await states.load(sessionId)).states
  if (approvals.open.length > 0) {
    throw new AppError('conflict', 'Decide first what waits for approval, then compact.')
  }
  if (status.wait) {
    throw new AppError('conflict', 'The run waits until a limit ends. Resume it, then compact.')
  }
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
  if (compacted && end?.data.outcome === 'ok') return compacted.data
  throw new AppError('unavailable', end?.data.reason ?? 'The run that compacts has not ended.')
}
