import type { NewAttachment } from '#shared/contract/sessions.ts'
import { AppError } from '#shared/error.ts'
import type { Decision } from '#shared/events/approval.ts'
import type { ApprovalId, RunId, SessionId } from '#shared/ids.ts'
import type { Limits } from '#shared/settings.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import type { LiveStates } from '../log/live-states.ts'
import type { Store } from '../log/store.ts'
import type { Providers } from '../providers/providers.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Where a run finds its session's workspace; whoever made it keeps it open while a run is on. */
export interface Workspaces {
  get(sessionId: SessionId): Promise<Workspace>
}

export interface RunsOptions {
  readonly store: Store
  readonly workspaces: Workspaces
  readonly providers: Providers
  readonly states: LiveStates
  readonly clock: Clock
  readonly ids: Ids
  /** Holds `agents/` and `prompts/`. */
  readonly resourcesDir: string
  /** What commands of agents see; keys of providers are taken out. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** What holds where a run names no limit of its own. */
  readonly limits?: Limits
}

export interface RunInput {
  readonly text: string
  readonly attachments?: readonly NewAttachment[]
  readonly files?: readonly string[]
  readonly whileRunning?: 'queue' | 'stop'
  readonly limits?: Limits
}

export interface DecisionInput {
  readonly approvalId: ApprovalId
  readonly decision: Decision
  readonly args?: Readonly<Record<string, unknown>>
  readonly message?: string
  /** `host`: nobody could be asked. */
  readonly by?: 'person' | 'host'
}

/** The runs of every session: at most one at a time in each. */
export interface Runs extends AsyncDisposable {
  /** Starts a run, or lets the one that is on hear it. Answers once that is durable. */
  send(sessionId: SessionId, input: RunInput): Promise<RunId>
  /** Goes on with the last run from its last checkpoint. */
  resume(sessionId: SessionId, limits?: Limits): Promise<RunId>
  /** Cancels the run that is on, if any; answers once it has ended. */
  stop(sessionId: SessionId): Promise<void>
  /** Where the run that asked has ended, the session goes on with it. */
  decide(sessionId: SessionId, decision: DecisionInput): Promise<void>
  /** Answers once no run of the session is on. */
  idle(sessionId: SessionId): Promise<void>
}

export function createRuns(_options: RunsOptions): Runs {
  throw new AppError('unsupported', 'Agents cannot run yet.')
}
