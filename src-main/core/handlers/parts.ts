import type { Change } from '#shared/contract/procedures/host.ts'
import type { Emitter } from '#shared/lib/emitter.ts'
import type { Runs } from '../agents/run/runs.ts'
import type { McpServers } from '../integrations/mcp/mcp-servers.ts'
import type { HostLeases } from '../lifetime/host-use.ts'
import type { Logs } from '../logging/logs.ts'
import type { ShellJudge } from '../permissions/shell-judge/shell-judge.ts'
import type { Providers } from '../providers/registry/providers.ts'
import type { Background } from '../runtime/background-tasks.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Ids } from '../runtime/ids.ts'
import type { SecretStore } from '../secrets/secret-encryption.ts'
import type { OpenWorkspaces } from '../sessions/open-workspaces.ts'
import type { SessionBin } from '../sessions/session-trash.ts'
import type { LiveStates } from '../store/events/live-states.ts'
import type { Search } from '../store/search/search.ts'
import type { Store } from '../store/store.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { PersonTerminals } from '../terminals/person-terminals.ts'
import type { AgentTerminals } from '../terminals/terminal-handover.ts'
import type { ProjectTrust } from '../trust/project-trust.ts'

/** What handlers work with. The host owns all of it. */
export interface Parts {
  readonly dataDir: string
  readonly version: string
  readonly resourcesDir: string
  /** The page that is built to replay a session that is written into it. */
  readonly replayTemplate?: string
  /** Where the person's own definitions lie; absent: their home folder. */
  readonly homeDir?: string
  readonly clock: Clock
  readonly ids: Ids
  readonly store: Store
  readonly trust: ProjectTrust
  readonly logs: Logs
  readonly states: LiveStates
  readonly providers: Providers
  readonly secrets: SecretStore
  /** Where keys of providers are looked for. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly workspaces: OpenWorkspaces
  readonly changes: Emitter<Change>
  readonly leases: HostLeases
  /** What was deleted a moment ago. */
  readonly bin: SessionBin
  readonly search: Search
  readonly background: Background
  readonly mcp: McpServers
  readonly shellJudge: ShellJudge
  readonly tasks: Tasks
  /** Loads the agents' runtime the first time. */
  readonly runs: () => Promise<Runs>
  /** The same, where it has been loaded already: otherwise no run can be on. */
  readonly findRuns: () => Promise<Runs> | undefined
  readonly terminals: () => Promise<PersonTerminals>
  readonly agentTerminals: AgentTerminals
  /** Told of bugs in work that nobody waits for. */
  readonly report: (error: unknown, doing: string) => void
}
