import type { SessionId } from '#shared/lib/ids.ts'
import type { Limits } from '#shared/settings/settings.ts'
import type { AuthorshipReports } from '../../authorship/authorship.ts'
import type { McpServers } from '../../integrations/mcp/mcp-servers.ts'
import type { ShellJudge } from '../../permissions/shell-judge/shell-judge.ts'
import type { Providers } from '../../providers/registry/providers.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Ids } from '../../runtime/ids.ts'
import type { LiveStates } from '../../store/events/live-states.ts'
import type { Store } from '../../store/store.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import type { AgentTerminals } from '../../terminals/terminal-handover.ts'
import type { ToolServices } from '../../tools/context/tool-context.ts'
import type { ProjectTrust } from '../../trust/project-trust.ts'
import type { Workspace } from '../../workspace/define.ts'
import type { FaultPolicy } from '../failover/retry-policy.ts'

/** Where a run finds its session's workspace. */
interface Workspaces {
  get(sessionId: SessionId): Promise<Workspace>
  /** Keeps it open until disposed. */
  hold(sessionId: SessionId): Disposable
}

/** What the runs of a host are made from. The host owns all of it. */
export interface RunsOptions {
  readonly store: Store
  readonly trust: ProjectTrust
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
  readonly authorshipReports: AuthorshipReports
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
