import type { CircuitBreakers } from './circuit-breakers.ts'
import type { ModelChoice } from './model-choice.ts'
import type { LimitWait } from './rate-limit-wait.ts'
import type { FaultPolicy } from './retry-policy.ts'

/** The models that a run can use now. */
export interface ModelState {
  /** The model that each agent uses. */
  readonly models: ModelChoice
  readonly faults: FaultPolicy
  /** Shared by all runs of the host. */
  readonly circuits: CircuitBreakers
  /** Where agents wait until rate limits end; absent if a limited call fails instead. */
  readonly limitWait?: LimitWait
}
