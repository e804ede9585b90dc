import type { AllowRule } from '#shared/events/approval.ts'
import type { AuthorshipReports } from '../../authorship/authorship.ts'
import type { RunBrowser } from '../../browser/define.ts'
import type { Debugging } from '../../integrations/dap/debugging.ts'
import type { RunMcp } from '../../integrations/mcp/mcp-servers.ts'
import type { ShellJudge } from '../../permissions/shell-judge/shell-judge.ts'
import type { Providers } from '../../providers/registry/providers.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Ids } from '../../runtime/ids.ts'
import type { Store } from '../../store/store.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import type { KeptTerminals } from '../../terminals/kept-terminals.ts'
import type { AgentTerminals } from '../../terminals/terminal-handover.ts'
import type { ToolServices } from '../../tools/context/tool-context.ts'
import type { Workspace } from '../../workspace/define.ts'
import type { AgentPath } from '../../workspace/paths/agent-path.ts'

/** Instances from outside `agents/`: the host's own, or opened for one run. */
export interface RunServices {
  readonly store: Store
  readonly workspace: Workspace
  readonly providers: Providers
  readonly ids: Ids
  readonly clock: Clock
  readonly shellJudge: ShellJudge
  /** Services that tools are given as they are. */
  readonly services: ToolServices
  /** Reports on who wrote what, from projects' commits and sessions. */
  readonly authorshipReports: AuthorshipReports
  /** The tasks of every project. */
  readonly tasks: Tasks
  /** Running commands of agents, which a person may take over. */
  readonly terminals: AgentTerminals
  /** Terminals that stay open between calls, until the run ends. */
  readonly keptTerminals: KeptTerminals
  /** A browser with its own cookies. */
  readonly browser: RunBrowser
  readonly debugging: Debugging
  /** The MCP servers of the project; absent if the run has none of their tools. */
  readonly mcp?: RunMcp
  /** The allow rules of the session and its project, as they are now. */
  readonly allowing: () => readonly AllowRule[]
  /** Files of the project that changed since the session started and still exist. */
  readonly changedFiles: () => Promise<readonly AgentPath[]>
}
