import type { ModelRef } from '#shared/events/value.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import type { Limits } from '#shared/settings.ts'
import type { Rules } from '../policy/judge.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { CircuitBreakers } from './models/circuit-breakers.ts'
import type { Account } from './money/ledger.ts'
import type { SessionView } from './session-view.ts'

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
  /** The run this one goes on with. */
  readonly resumes?: RunId
  readonly view: SessionView
  readonly account: Account
  readonly workspace: Workspace
  readonly release: Disposable
}
