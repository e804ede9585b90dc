import type { RunId, SessionId, SpanId } from '#shared/lib/ids.ts'
import type { Authorship } from '../../authorship/authorship.ts'
import type { Browsers, PageAct, PageAnswer } from '../../browser/define.ts'
import type { CodeKnowledge } from '../../code/code.ts'
import type { Debugging } from '../../integrations/dap/debugging.ts'
import type { Languages } from '../../integrations/lsp/define.ts'
import type { Repository } from '../../repository/repository.ts'
import type { EmbeddingCall, SemanticSearch } from '../../semantic-search/project-search.ts'
import type { ProjectTasks } from '../../tasks/tasks.ts'
import type { KeptTerminal } from '../../terminals/kept-terminal.ts'
import type { WebSearch } from '../../web-search/tavily.ts'
import type { Workspace } from '../../workspace/define.ts'
import type { CallSource } from '../../workspace/files/file-changes.ts'
import type { AgentPath } from '../../workspace/paths/agent-path.ts'
import type { ToolAnswer } from '../answers/tool-answer.ts'
import type { SeenFiles } from './seen-files.ts'

/** Runs commands in terminals that people can watch. */
interface Commands {
  /** Runs a command in the project's folder until it ends. It is recorded under the call. */
  run(command: string): Promise<ToolAnswer>
}

/** Services that a host has one of, shared by the tools of all sessions. */
export interface ToolServices {
  /** Language servers. */
  readonly languages: Languages
  /** Symbols and structure of a project's code, from its syntax. */
  readonly code: CodeKnowledge
  readonly browsers: Browsers
  readonly webSearch: WebSearch
  /** Search of a project's files by meaning. */
  readonly semantic: SemanticSearch
}

/** The calling agent's page, in its run's browser. */
interface AgentBrowser {
  /** Throws an `AppError` if the page can't do it. */
  act(act: PageAct, signal: AbortSignal): Promise<PageAnswer>
}

/** A terminal that outlives the call that started it. To type into it, use `Terminals.type`. */
export type Terminal = Omit<KeptTerminal, 'send' | 'printed' | 'ended'>

/** The terminals of a run's agents. They end with the run at the latest. */
interface Terminals {
  /** Starts a shell if `command` is undefined. */
  start(command: string | undefined): Promise<Terminal>
  /** Throws if no terminal has this name. */
  get(name: string): Terminal
  list(): readonly Terminal[]
  /** Types text that the call was judged for. Throws if someone typed into the terminal since then. */
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
  /** Facts about the page for the agent. */
  readonly news: readonly string[]
}

/** The panel that shows people pages of this machine. */
interface PreviewPanel {
  /** Throws if no server answers. */
  open(asked: AskedPreview): Promise<ShownPreview>
}

/** A call's access to its session and run. Expensive parts start on first use. */
export interface ToolContext extends ToolServices {
  readonly call: {
    readonly sessionId: SessionId
    readonly runId: RunId
    readonly agentId: SpanId
    readonly spanId: SpanId
    /** The call's name for people. */
    readonly title: string
  }
  /** Aborts when the run ends. A runner stops all its work then. */
  readonly signal: AbortSignal
  readonly workspace: Workspace
  /** The debugger of the run's agents. */
  readonly debugging: Debugging
  /** The author of the call's changes to files. */
  readonly source: CallSource
  readonly seen: SeenFiles
  /** Charges the embeddings of a search to the calling agent. */
  readonly embedding: EmbeddingCall
  /** Reports the call's progress in one line. */
  progress(message: string): void
  readonly commands: Commands
  /** Files of the project that changed since the session began and still exist. */
  changedFiles(): Promise<readonly AgentPath[]>
  readonly terminals: Terminals
  readonly repository: Repository
  readonly authorship: Authorship
  readonly tasks: ProjectTasks
  readonly browser: AgentBrowser
  readonly preview: PreviewPanel
}

/** Available before a call is judged. Preparing changes nothing. */
export interface PreparingContext extends Pick<ToolContext, 'signal' | 'workspace'> {
  readonly sessionId: SessionId
  readonly languages: Pick<Languages, 'renameEdits'>
}
