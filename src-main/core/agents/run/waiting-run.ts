import type { Draft, EventFor } from '#shared/events/index.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { McpSelector } from '#shared/mcp/mcp-entry.ts'
import type { SessionStates } from '#shared/projections/index.ts'
import type { Limits } from '#shared/settings/settings.ts'
import { wallClock as machineClock } from '../../runtime/clock.ts'
import type { Store } from '../../store/store.ts'
import type { WaitEnd } from '../failover/rate-limit-wait.ts'
import type { RunPlan } from './run-plan.ts'
import type { RunsOptions } from './runs-options.ts'

/** Settings of a single run, in addition to the session's. */
export interface RunSettings {
  readonly limits?: Limits
  /** MCP tools that the run may call without asking. */
  readonly allowTools?: readonly McpSelector[]
  /** Whether it waits for limits of providers whose end is known; else it fails. */
  readonly waitsForLimits?: boolean
}

/** Whether a run that waited for a limit has to wait on: it isn't over, and no other model is set. */
export function mustWait(
  { view, fallbacks }: Pick<RunPlan, 'view' | 'fallbacks'>,
  { wallClock = machineClock }: Pick<RunsOptions, 'wallClock'>,
): boolean {
  const { wait } = view.status
  return wait !== undefined && fallbacks.length === 0 && wait.until > wallClock.now()
}

/** Returns the settings with which the last run of a session was started; it waited for a limit. */
function findLastRunSettings(
  { events }: Pick<Store, 'events'>,
  sessionId: SessionId,
  { timeline }: Pick<SessionStates, 'timeline'>,
): RunSettings {
  const seq = timeline.runs.at(-1)?.seq ?? 1
  for (const page of events.read(sessionId, { after: seq - 1 })) {
    const started = page.find(({ kind }) => kind === 'run.started')
    if (started?.kind !== 'run.started') continue
    const { limits, allowTools = [] } = started.data
    return {
      limits,
      allowTools: allowTools.map((one) => McpSelector.parse(one)),
      waitsForLimits: true,
    }
  }
  return { waitsForLimits: true }
}

type Parts = Pick<RunsOptions, 'store' | 'states'>

/** Returns the settings of the run that waits for a limit; `undefined`: none waits. */
export async function findWaitingSettings(
  { store, states }: Parts,
  sessionId: SessionId,
): Promise<RunSettings | undefined> {
  const now = await states.load(sessionId)
  return now.states.status.wait && findLastRunSettings(store, sessionId, now.states)
}

/** Whether a person has to do something first: resume the session, or decide about interrupted calls. */
export function needsPerson({ states }: Pick<Parts, 'states'>, sessionId: SessionId): boolean {
  const { status, calls } = states.of(sessionId).states
  return status.isPaused === true || calls.order.length > 0
}

/** Records the end of a wait for a limit that no run continues, if there is one. */
export async function recordWaitEnd(
  { store: { events, summaries } }: Pick<Parts, 'store'>,
  sessionId: SessionId,
  data: EventFor<'limit.resolved'>['data'],
): Promise<void> {
  const isWaiting = summaries.of(sessionId)?.waitsUntil !== undefined
  if (isWaiting) await events.append(sessionId, [{ kind: 'limit.resolved', data }])
}

/** Returns the event that ends a wait when its run is resumed. */
export function toWaitEnd({ status }: RunPlan['view'], data: WaitEnd): readonly Draft[] {
  return status.wait ? [{ kind: 'limit.resolved', data }] : []
}
