import type { SessionId } from '#shared/ids.ts'
import type { Limits } from '#shared/settings.ts'
import type { Clock } from '../clock.ts'
import type { Histories } from '../history/histories.ts'
import type { Ids } from '../ids.ts'
import type { McpServers } from '../integrations/mcp/mcp-servers.ts'
import type { LiveStates } from '../log/live-states.ts'
import type { Store } from '../log/store.ts'
import type { ShellJudge } from '../policy/shell/shell-judge.ts'
import type { Providers } from '../providers/providers.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { AgentTerminals } from '../terminals/agent-terminals.ts'
import type { ToolServices } from '../tools/context.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { FaultPolicy } from './models/fault-policy.ts'

/** Where a run finds its session's workspace. */
export interface Workspaces {
  get(sessionId: SessionId): Promise<Workspace>
  /** Keeps it open until disposed. */
  hold(sessionId: SessionId): Disposable
}

/** What the runs of a host are made from. The host owns all of it. */
export interface RunsOptions {
  readonly store: Store
  readonly workspaces: Workspaces
  readonly providers: Providers
  readonly states: LiveStates
  readonly clock: Clock
  /** The machine's time of day, which passes while it sleeps; its own unless given. */
  readonly wallClock?: Clock
  readonly ids: Ids
  /** Holds `agents/`, `playbooks/` and `prompts/`. */
  readonly resourcesDir: string
  /** Where the person's own definitions lie; their home folder unless given. */
  readonly homeDir?: string | undefined
  /** Where commands that run can be found, to be taken. */
  readonly agentTerminals: AgentTerminals
  /** Whose tools agents have besides; absent: there are none. */
  readonly mcp?: Pick<McpServers, 'forRun'>
  /** What tools stand on. */
  readonly services: ToolServices
  /** Judges commands in front of every call. */
  readonly shellJudge: ShellJudge
  readonly histories: Histories
  /** What is to be done on each project. */
  readonly tasks: Tasks
  /** Agents' programs get an allow-list of it. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** What differs from `USUAL_FAULT_POLICY`. */
  readonly faults?: Partial<FaultPolicy>
  /** Told of bugs that nobody waits to hear of. */
  readonly report: (error: unknown, doing: string) => void
  /** What holds where a run names no limit of its own, before what the person has chosen. */
  readonly limits?: Limits
}
