import type { Draft, EventFor } from '#shared/events/index.ts'
import type { SessionId } from '#shared/ids.ts'
import type { WaitEnd } from './models/limit-wait.ts'
import type { RunPlan } from './run-plan.ts'
import { findLastRunSettings, type RunSettings } from './run-settings.ts'
import type { RunsOptions } from './runs-options.ts'

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
export async function endWait(
  { store: { events, summaries } }: Pick<Parts, 'store'>,
  sessionId: SessionId,
  data: EventFor<'limit.resolved'>['data'],
): Promise<void> {
  const isWaiting = summaries.of(sessionId)?.waitsUntil !== undefined
  if (isWaiting) await events.append(sessionId, [{ kind: 'limit.resolved', data }])
}

/** Returns the event that ends a wait when its run is resumed. */
export function endOfWait({ status }: RunPlan['view'], data: WaitEnd): readonly Draft[] {
  return status.wait ? [{ kind: 'limit.resolved', data }] : []
}
