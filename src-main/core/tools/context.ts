import type { RunId, SessionId, SpanId } from '#shared/ids.ts'
import type { CallSource, Workspace, Written } from '../workspace/define.ts'
import type { ToolAnswer } from './define.ts'

/** Commands on terminals that people can watch. */
export interface Commands {
  /** Runs it in the project's folder to its end, recorded under the call. */
  run(command: string): Promise<ToolAnswer>
}

/** What a tool works on and with: its session's and its run's. What is heavy comes when it is first asked for. */
export interface ToolContext {
  readonly call: {
    readonly sessionId: SessionId
    readonly runId: RunId
    readonly agentId: SpanId
    readonly spanId: SpanId
    /** What people see the call named. */
    readonly title: string
  }
  /** Ends with the run: everything a tool does stops with it. */
  readonly signal: AbortSignal
  readonly workspace: Workspace
  /** Whose changes of files these are. */
  readonly source: CallSource
  /** Tells what changes of files came to: they are shown with the call. */
  changed(...written: readonly Written[]): void
  /** Says in a line how far the call has come. */
  progress(message: string): void
  readonly commands: Commands
}
