import type { Slots } from './concurrency-limit.ts'
import type { Parking } from './pausing.ts'
import type { RunLimits } from './run-limits.ts'

/** Decides when the agents of a run work, pause and stop. */
export interface RunPace {
  readonly limits: RunLimits
  /** Where agents wait while the run is paused. */
  readonly parking: Parking
  /** Limits how many agents work at once. */
  readonly slots: Slots
  /** Running calls and what they started. LangGraph abandons a canceled call, so the run's end waits for these. */
  readonly busy: Set<Promise<unknown>>
  /** Runs `work` outside of every agent. LangGraph treats work that is started inside an agent as part of it. */
  readonly outside: <T>(work: () => T) => T
}

/** Makes the run's end wait for `work`, for a limited time. */
export async function keepBusy<T>({ busy }: Pick<RunPace, 'busy'>, work: Promise<T>): Promise<T> {
  busy.add(work)
  try {
    return await work
  } finally {
    busy.delete(work)
  }
}
