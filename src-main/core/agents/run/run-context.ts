import type { Approvals } from '../approvals/approvals.ts'
import type { RunMoney } from '../budgets/run-money.ts'
import type { CallState } from '../calls/call-state.ts'
import type { Reviewing } from '../code-review/define.ts'
import type { RunIdentity } from '../context/run-identity.ts'
import type { RunServices } from '../context/run-services.ts'
import type { TeamState } from '../delegation/team-state.ts'
import type { ModelState } from '../failover/model-state.ts'
import type { RunPace } from '../limits/run-pace.ts'
import type { PromptState } from '../prompts/prompt-state.ts'
import type { RunRecord } from '../recording/run-record.ts'

/** Everything that one run has. Only `agents/run/` takes it whole: code below takes the parts that it uses. */
export interface RunContext
  extends RunIdentity,
    RunServices,
    RunRecord,
    RunPace,
    ModelState,
    PromptState,
    CallState,
    TeamState {
  readonly money: RunMoney
  readonly approvals: Approvals
  readonly reviewing: Reviewing
  /** Namespaces of agents whose threads a person wants compacted before their next model call. */
  readonly compactionRequests: Set<string>
  /** Resources of the run, disposed when it ends. */
  readonly opened: AsyncDisposableStack
}
