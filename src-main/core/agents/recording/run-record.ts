import type { AgentDirectory } from './agent-directory.ts'
import type { Journal } from './call-journal.ts'
import type { RunLog } from './run-log.ts'

/** A run's part of the event log, to write to and read from. */
export interface RunRecord {
  readonly log: RunLog
  readonly agents: AgentDirectory
  readonly journal: Journal
}
