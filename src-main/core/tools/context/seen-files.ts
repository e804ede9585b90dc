import type { FileBytes, FileStat } from '../../workspace/files/disk-files.ts'
import type { Written } from '../../workspace/files/file-changes.ts'
import type { AgentPath } from '../../workspace/paths/agent-path.ts'

/** What a change does to a file, for the sentence that refuses it. */
export type Doing = 'write' | 'delete' | 'move'

/** A file that changed since its agent saw it. `text` is the content that the agent saw, `undefined` if it can't be shown. */
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
  /** The agent is shown these files in a list. */
  noteListed(entries: readonly FileStat[]): void
  /** The agent made this change, and knows all that is in the file. */
  noteWritten(written: Written): Promise<void>
  /** Like `noteWritten` if the agent had seen the replaced content. Otherwise the file stays unseen. */
  noteAdjusted(written: Written): Promise<void>
  /** The agent moved a file or a folder. Files seen at the old path count as seen at the new one. */
  noteMoved(from: AgentPath, to: AgentPath, moved: readonly Written[]): Promise<void>
  /** The agent knows the file to hold this text, and whatever others changed in it besides. */
  noteText(path: AgentPath, text: string): void
  /** Throws if the path exists and the agent hasn't seen its present content. */
  refuseUnseen(path: AgentPath, doing: Doing): Promise<void>
  /** Throws if the file changed since the agent saw it. */
  refuseChanged(path: AgentPath, doing: Doing): Promise<void>
  /** Returns `undefined` if the file hasn't changed or doesn't exist. Throws if the agent never read it. */
  findChanged(path: AgentPath): Promise<ChangedSince | undefined>
}
