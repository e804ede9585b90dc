import type { AgentPath, FileBytes, FileStat, Written } from '../workspace/define.ts'

/** What a change does to a file, for the sentence that refuses it. */
export type Doing = 'write' | 'delete' | 'move'

/** A file that changed since its agent saw it. `text` is what that saw; `undefined`: it can't be shown. */
export interface ChangedSince {
  readonly text: string | undefined
}

/**
 * What the calling agent has seen of files. It changes no file whose present content it has neither read
 * nor written itself; what `read_file` can't show as text, and a folder, it must have listed.
 */
export interface SeenFiles {
  /** The agent is shown this content, or a part of it. */
  noteRead(path: AgentPath, file: FileBytes): void
  /** The agent is shown these in a list. */
  noteListed(entries: readonly FileStat[]): void
  /** The agent made this change, and knows all that is in the file. */
  noteWritten(written: Written): Promise<void>
  /** As `noteWritten`, where the agent has seen what the change replaced; otherwise it still hasn't. */
  noteAdjusted(written: Written): Promise<void>
  /** The agent moved a file or a folder: it knows at the new place what it had seen at the old one. */
  noteMoved(from: AgentPath, to: AgentPath, moved: readonly Written[]): Promise<void>
  /** The agent knows the file to hold this text, and whatever others changed in it besides. */
  noteText(path: AgentPath, text: string): void
  /** Throws where there is something at the path that the agent hasn't seen as it is. */
  refuseUnseen(path: AgentPath, doing: Doing): Promise<void>
  /** Throws where the agent has seen the file and it has changed since. */
  refuseChanged(path: AgentPath, doing: Doing): Promise<void>
  /** `undefined`: it is as the agent saw it, or isn't there. Throws where the agent never read it. */
  findChanged(path: AgentPath): Promise<ChangedSince | undefined>
}
