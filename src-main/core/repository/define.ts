import type { ToolAnswer } from '../tools/answer.ts'
import type { AgentPath } from '../workspace/define.ts'

/** Lines of a file, counted from 1, both included. */
export interface Lines {
  readonly start: number
  readonly end: number
}

/** What a history is narrowed to. `ref` is a commit, a branch, or a range of them. */
export interface LogQuery {
  readonly ref?: string | undefined
  readonly paths: readonly AgentPath[]
  /** In git's own words: 2026-11-01, "2 weeks ago". */
  readonly since?: string | undefined
  readonly until?: string | undefined
  /** A part of a name or an address. */
  readonly author?: string | undefined
  /** A part of a message. */
  readonly message?: string | undefined
  /** Only commits that add or remove this text. */
  readonly text?: string | undefined
  readonly maxCount: number
}

/** Without `ref`: what is on disk against the index, or the index against the last commit. */
export interface DiffQuery {
  readonly ref?: string | undefined
  readonly paths: readonly AgentPath[]
  readonly isStaged: boolean
}

/** What can be asked of one project's repository. Nothing is changed, and nothing that it names is run. */
export interface Repository {
  status(): Promise<ToolAnswer>
  diff(query: DiffQuery): Promise<ToolAnswer>
  log(query: LogQuery): Promise<ToolAnswer>
  /** One commit: what it says, and what it changed. */
  show(query: Omit<DiffQuery, 'isStaged'>): Promise<ToolAnswer>
  /** A file as a commit has it. */
  file(path: AgentPath, ref: string, lines?: Lines): Promise<ToolAnswer>
  /** Who last changed each line, and in which commit. */
  blame(path: AgentPath, ref?: string, lines?: Lines): Promise<ToolAnswer>
  branches(): Promise<ToolAnswer>
  stashes(): Promise<ToolAnswer>
  worktrees(): Promise<ToolAnswer>
}
