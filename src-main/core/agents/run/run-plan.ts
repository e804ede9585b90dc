import type { ModelRef } from '#shared/events/value.ts'
import { type ReviewId, RunId, type SessionId } from '#shared/lib/ids.ts'
import type { McpSelector } from '#shared/mcp/mcp-entry.ts'
import { isReviewOver } from '#shared/projections/code-reviews.ts'
import type { Wait } from '#shared/projections/status.ts'
import { LEAD_THREAD } from '#shared/projections/transcript.ts'
import { type Limits, limitsOf } from '#shared/settings/settings.ts'
import type { Rules } from '../../permissions/judge-call.ts'
import { findFallbacks, getModel } from '../../providers/registry/choose-model.ts'
import { getSession } from '../../sessions/session-rows.ts'
import { type ProjectPlace, readTrustedSettings } from '../../trust/trusted-settings.ts'
import type { Workspace } from '../../workspace/define.ts'
import type { Account, Ledger } from '../budgets/ledger.ts'
import type { CircuitBreakers } from '../failover/circuit-breakers.ts'
import { SessionView } from '../recording/session-view.ts'
import type { RunQueue } from './run-queue.ts'
import type { RunsOptions } from './runs-options.ts'

/** What is settled of a run before it begins. */
export interface RunPlan {
  readonly sessionId: SessionId
  readonly runId: RunId
  readonly model: ModelRef
  /** Models to go on with, in this order, where one can't be had. */
  readonly fallbacks: readonly ModelRef[]
  /** Shared by all runs of the host. */
  readonly circuits: CircuitBreakers
  readonly rules: Rules
  readonly limits: Limits
  /** MCP tools that this run may call without asking. */
  readonly allowTools: readonly McpSelector[]
  /** Whether it waits for limits of providers whose end is known; else it ends, and can be resumed. */
  readonly waitsForLimits: boolean
  /** The wait of the run that it resumes, which it continues. */
  readonly pending?: Wait
  /** The model that a person chose in place of those that are limited. */
  readonly instead?: Instead
  /** The run this one goes on with. */
  readonly resumes?: RunId
  /** It summarizes the conversation, and does nothing else. */
  readonly isCompaction?: true
  /** It conducts this review; absent: it is the lead's. */
  readonly review?: ReviewId
  readonly view: SessionView
  readonly account: Account
  readonly workspace: Workspace
  /** Shared by all runs of the host. */
  readonly queue: RunQueue
  /** What was taken hold of for the run. */
  readonly release: Disposable
}

/** A model to continue with, and the ones that it replaces. */
interface Instead {
  readonly model: ModelRef
  readonly limited: Wait
}

/** What all runs of a host share. */
interface SharedByRuns {
  readonly circuits: CircuitBreakers
  readonly ledger: Ledger
  readonly queue: RunQueue
}

interface Planned {
  readonly sessionId: SessionId
  /** Beat those of the person and of the host. */
  readonly limits: Limits | undefined
  readonly allowTools: readonly McpSelector[]
  readonly waitsForLimits: boolean
}

/**
 * Settles what a run of a session goes by, from what the session, its project and the person say, in
 * this order. Fails with what to do where no model can be had; nothing is held then.
 */
export async function planRun(
  options: RunsOptions,
  { circuits, ledger, queue }: SharedByRuns,
  { sessionId, limits, allowTools, waitsForLimits }: Planned,
): Promise<RunPlan> {
  const { store, states, workspaces, providers, ids } = options
  using holding = new DisposableStack()
  holding.use(workspaces.hold(sessionId))
  const workspace = await workspaces.get(sessionId)
  const view = holding.use(await SessionView.open(states, store.events, sessionId))
  const { projectId } = getSession(store, sessionId)
  const place = { projectId, root: workspace.root }
  const { model, fallbacks, rules } = await chooseFor(options, view, place)
  await providers.checkReady(model)
  await providers.learnSecrets()
  const runId = ids.run()
  const held = limitsOf(store.settings.read().limits, { ...options.limits, ...limits })
  const account = holding.use(ledger.open({ runId, sessionId, projectId }, held.costUsd))
  const made = { sessionId, runId, model, fallbacks, rules, limits: held, allowTools, account }
  return { ...made, waitsForLimits, circuits, queue, view, workspace, release: holding.move() }
}

async function chooseFor(
  { store, providers }: RunsOptions,
  { status }: SessionView,
  place: ProjectPlace,
): Promise<Pick<RunPlan, 'model' | 'fallbacks' | 'rules'>> {
  const project = await readTrustedSettings(store, place)
  const person = store.settings.read()
  return {
    model: status.model ?? (await getModel(providers, { project, person })),
    fallbacks: status.fallbacks ?? findFallbacks(providers, { project, person }),
    rules: { profile: status.profile ?? person.profile, interruptOn: project.interruptOn },
  }
}

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
