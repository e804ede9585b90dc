import type { ToolAnswer } from '../tools/answer.ts'
import type { AgentPath } from '../workspace/define.ts'

/** `since`: in words or as a day; the last working day unless given. */
export interface StandupQuery {
  readonly since?: string | undefined
  /** A part of a name or an address, of commits. */
  readonly author?: string | undefined
}

export interface TeamQuery {
  /** The whole project unless given. */
  readonly path?: AgentPath | undefined
  /** A part of a path, or of what a commit says. */
  readonly topic?: string | undefined
}

/** What the project's commits and its sessions tell of who did what. Nothing is changed. */
export interface History {
  standup(query: StandupQuery): Promise<ToolAnswer>
  team(query: TeamQuery): Promise<ToolAnswer>
}
