import type { AllowRule } from '#shared/events/rule.ts'
import type { ModelRef } from '#shared/events/value.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import type { McpSelector } from '#shared/mcp.ts'
import type { DelegationState } from '#shared/projections/delegation.ts'
import type { PinsState } from '#shared/projections/pins.ts'
import type { AgentEnvironment } from '../agent-environment.ts'
import type { RunBrowser } from '../browser/define.ts'
import type { Clock } from '../clock.ts'
import type { Histories } from '../history/histories.ts'
import type { Ids } from '../ids.ts'
import type { Debugging } from '../integrations/dap/debugging.ts'
import type { RunMcp } from '../integrations/mcp/mcp-servers.ts'
import type { Store } from '../log/store.ts'
import type { Rules } from '../policy/judge.ts'
import type { ShellJudge } from '../policy/shell/shell-judge.ts'
import type { Providers } from '../providers/providers.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { AgentTerminals } from '../terminals/agent-terminals.ts'
import type { KeptTerminals } from '../terminals/kept-terminals.ts'
import type { ToolServices } from '../tools/context.ts'
import type { AgentPath } from '../workspace/define.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { AgentDirectory } from './agent-directory.ts'
import type { Approvals } from './approvals/approvals.ts'
import type { FolderInstructions } from './calls/folder-instructions.ts'
import type { Journal } from './calls/journal.ts'
import type { McpStart } from './calls/mcp-start.ts'
import type { RunSeenFiles } from './calls/run-seen-files.ts'
import type { Mail } from './delegation/mail.ts'
import type { Slots } from './delegation/slots.ts'
import type { InputQueue } from './input-queue.ts'
import type { CircuitBreakers } from './models/circuit-breakers.ts'
import type { FaultPolicy } from './models/fault-policy.ts'
import type { LimitWait } from './models/limit-wait.ts'
import type { ModelChoice } from './models/model-choice.ts'
import type { RunMoney } from './money/run-money.ts'
import type { Parking } from './parking.ts'
import type { PromptSources } from './prompts/prompt-sources.ts'
import type { Reviewing } from './reviewing/define.ts'
import type { RunLimits } from './run-limits.ts'
import type { RunLog } from './run-log.ts'
import type { RunSnapshot } from './run-snapshot.ts'
import type { Delegates } from './subagents/delegates.ts'

/** What everything in one run shares. */
export interface RunContext {
  readonly sessionId: SessionId
  /** The session whose id its spans are named by. */
  readonly origin: SessionId
  readonly runId: RunId
  readonly store: Store
  readonly workspace: Workspace
  readonly providers: Providers
  readonly ids: Ids
  readonly clock: Clock
  readonly rules: Rules
  readonly shellJudge: ShellJudge
  /** What a person lets run without being asked again, as it stands now. */
  readonly allowing: () => readonly AllowRule[]
  readonly log: RunLog
  /** The session's own. */
  readonly leadModel: ModelRef
  readonly agents: AgentDirectory
  /** Which models its agents work with by now. */
  readonly models: ModelChoice
  readonly faults: FaultPolicy
  /** Shared by all runs of the host. */
  readonly circuits: CircuitBreakers
  readonly delegates: Delegates
  /** What the prompts of its agents are made of. */
  readonly sources: PromptSources
  readonly limits: RunLimits
  /** Where agents stop when a person pauses the run. */
  readonly parking: Parking
  /** Where its agents wait for limits of providers; absent: a call fails instead. */
  readonly limitWait?: LimitWait
  readonly money: RunMoney
  readonly approvals: Approvals
  readonly journal: Journal
  /** Shows its agents the instructions of subfolders. */
  readonly folderInstructions: FolderInstructions
  /** What its agents have seen of files. */
  readonly seenFiles: RunSeenFiles
  /** The debugger of its agents. */
  readonly debugging: Debugging
  /** What lives as long as the run: it is disposed of at its end. */
  readonly opened: AsyncDisposableStack
  /** What agents with a thread of their own have yet to hear, by their namespace. */
  readonly inboxes: Map<string, InputQueue>
  /** The namespaces of agents whose threads a person wants summarized before their next model call. */
  readonly compactionRequests: Set<string>
  /** What agents write to each other. */
  readonly mail: Mail
  /** Who works in the background and in teams, as the log has it. */
  readonly delegation: DelegationState
  /** What a person pinned to what agents are told, as the log has it. */
  readonly pins: PinsState
  /** Does something as if it were called from outside of every agent: LangGraph takes what is started inside for a part of it. */
  readonly outside: <T>(work: () => T) => T
  /** What it takes to have changes reviewed. */
  readonly reviewing: Reviewing
  /** Who may be at work at once. */
  readonly slots: Slots
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal
  /** Records the project's content at the run's start: nothing changes it before. */
  readonly snapshot: RunSnapshot
  /** Calls that run, and what they started: LangGraph leaves a call that is cut off at once. */
  readonly busy: Set<Promise<unknown>>
  /** Terminals that its agents keep. */
  readonly keptTerminals: KeptTerminals
  /** Of its agents: one with its own cookies. */
  readonly browser: RunBrowser
  /** Those of its commands that run, for people to take. */
  readonly terminals: AgentTerminals
  /** The MCP servers of its project; absent: it has none of their tools. */
  readonly mcp?: RunMcp
  /** Absent as `mcp` is. */
  readonly mcpStart?: McpStart
  /** MCP tools that it may call without asking. */
  readonly allowTools: readonly McpSelector[]
  /** What tools stand on. */
  readonly services: ToolServices
  /** Files of the project that changed since the session began, and are there. */
  readonly changedFiles: () => Promise<readonly AgentPath[]>
  /** What commits and sessions tell of who did what. */
  readonly histories: Histories
  /** What is to be done on each project. */
  readonly tasks: Tasks
  /** The environment of the commands that its agents run. */
  readonly env: AgentEnvironment
}

/** Lets the run's end wait for `work`, for a while. */
export async function keepBusy<T>({ busy }: RunContext, work: Promise<T>): Promise<T> {
  busy.add(work)
  try {
    return await work
  } finally {
    busy.delete(work)
  }
}
