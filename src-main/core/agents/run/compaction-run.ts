import { LEAD_TYPE } from '#shared/events/agent.ts'
import type { EventFor } from '#shared/events/index.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { RunId, SessionId } from '#shared/lib/ids.ts'
import { checkpointerOf } from '../building/agent-kit.ts'
import {
  compactThread,
  hasUnfinishedCalls,
  nothingToCompact,
  unfinishedCalls,
} from '../compaction/compact-thread.ts'
import { KEPT_MESSAGES } from '../compaction/compaction.ts'
import { readThread } from '../prompts/read-thread.ts'
import type { Agent } from '../recording/agent-directory.ts'
import { LEAD } from '../recording/span-ids.ts'
import type { Conductor } from './conductor.ts'
import type { RunContext } from './run-context.ts'
import type { RunPlan } from './run-plan.ts'
import type { RunsOptions } from './runs-options.ts'

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

interface CompactionConductorOptions {
  readonly plan: RunPlan
  readonly options: RunsOptions
  readonly run: RunContext
}

/** Does the work of a run that summarizes its session's conversation, and nothing else. */
export class CompactionConductor implements Conductor {
  readonly #options: CompactionConductorOptions
  #agent: Agent | undefined

  constructor(options: CompactionConductorOptions) {
    this.#options = options
  }

  get agent(): Agent | undefined {
    return this.#agent
  }

  /** Rejects messages: they start the next run. */
  async hear(): Promise<boolean> {
    return false
  }

  /** Does nothing: the run is compacting. */
  compact(): void {}

  close(): void {}

  async work(): Promise<void> {
    const { plan, options, run } = this.#options
    using _working = run.parking.work()
    const description = 'Compacts the conversation'
    const entry = { namespace: LEAD, type: LEAD_TYPE, description, model: plan.model }
    const agent = await run.agents.enter(entry)
    this.#agent = agent
    const model = await options.providers.create(plan.model)
    run.signal.throwIfAborted()
    run.snapshot.begin()
    await compactThread({ run, agent, model, checkpointer: checkpointerOf(run) })
    await options.store.flush()
  }
}
