import type { RunId, SessionId, SpanId } from '#shared/ids.ts'
import type { Browsers, PageAct, PageAnswer } from '../browser/define.ts'
import type { CodeKnowledge } from '../code/define.ts'
import type { History } from '../history/define.ts'
import type { Debugging } from '../integrations/dap/debugging.ts'
import type { Languages } from '../integrations/lsp/define.ts'
import type { Repository } from '../repository/define.ts'
import type { EmbeddingCall, SemanticSearch } from '../semantic/define.ts'
import type { ProjectTasks } from '../tasks/define.ts'
import type { KeptTerminal } from '../terminals/kept-terminal.ts'
import type { WebSearch } from '../web-search/define.ts'
import type { AgentPath, CallSource, Workspace } from '../workspace/define.ts'
import type { ToolAnswer } from './answer.ts'
import type { SeenFiles } from './seen-files.ts'

/** Commands on terminals that people can watch. */
export interface Commands {
  /** Runs it in the project's folder to its end, recorded under the call. */
  run(command: string): Promise<ToolAnswer>
}

/** What a host has one of, for the tools of every session. */
export interface ToolServices {
  /** Language servers. */
  readonly languages: Languages
  /** What a project's code says by its syntax. */
  readonly code: CodeKnowledge
  readonly browsers: Browsers
  readonly webSearch: WebSearch
  /** What projects' files are about. */
  readonly semantic: SemanticSearch
}

/** The page of the agent that calls, in a browser of its run. */
export interface AgentBrowser {
  /** Fails with a sentence. */
  act(act: PageAct, signal: AbortSignal): Promise<PageAnswer>
}

/** A terminal that outlives the call which started it. What is typed into it goes another way. */
export type Terminal = Omit<KeptTerminal, 'send' | 'printed' | 'ended'>

/** Terminals that a run's agents keep. They end with the run at the latest. */
export interface Terminals {
  /** Without a command: a shell. */
  start(command: string | undefined): Promise<Terminal>
  /** Throws where there is none of that name. */
  get(name: string): Terminal
  list(): readonly Terminal[]
  /** What the call was judged for: fails where the terminal was typed into since. */
  type(name: string, text: string): Promise<void>
}

export interface AskedPreview {
  readonly url: string
  readonly title?: string | undefined
  readonly signal: AbortSignal
}

export interface ShownPreview {
  readonly url: string
  readonly title: string
  /** What the agent should know of it. */
  readonly news: readonly string[]
}

/** Where people are shown pages of this machine. */
export interface PreviewPanel {
  /** Fails where nothing answers there. */
  open(asked: AskedPreview): Promise<ShownPreview>
}

/** What a tool works on and with: its session's and its run's. What is heavy comes when it is first asked for. */
export interface ToolContext extends ToolServices {
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
  /** The debugger of the run's agents. */
  readonly debugging: Debugging
  /** Whose changes of files these are. */
  readonly source: CallSource
  readonly seen: SeenFiles
  /** What a search by meaning asks of a model is the calling agent’s. */
  readonly embedding: EmbeddingCall
  /** Says in a line how far the call has come. */
  progress(message: string): void
  readonly commands: Commands
  /** Those of the project that changed since the session began, and are there. */
  changedFiles(): Promise<readonly AgentPath[]>
  readonly terminals: Terminals
  readonly repository: Repository
  readonly history: History
  readonly tasks: ProjectTasks
  readonly browser: AgentBrowser
  readonly preview: PreviewPanel
}

/** What there is before a call has begun: nothing may be changed by it. */
export interface PreparingContext extends Pick<ToolContext, 'signal' | 'workspace'> {
  readonly sessionId: SessionId
  readonly languages: Pick<Languages, 'renameEdits'>
}
