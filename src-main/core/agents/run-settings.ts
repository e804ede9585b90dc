import type { SessionId } from '#shared/ids.ts'
import { McpSelector } from '#shared/mcp.ts'
import type { SessionStates } from '#shared/projections/index.ts'
import type { Limits } from '#shared/settings.ts'
import { wallClock as machineClock } from '../clock.ts'
import type { Store } from '../log/store.ts'
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
export function findLastRunSettings(
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
