import type { FolderInstructions } from './folder-instructions.ts'
import type { McpStart } from './mcp-start.ts'
import type { RunSnapshot } from './run-snapshot.ts'
import type { RunSeenFiles } from './seen-files/run-seen-files.ts'

/** State that the tool calls of one run share. */
export interface CallState {
  /** Shows agents the instructions of subfolders. */
  readonly folderInstructions: FolderInstructions
  /** The files, and their versions, that each agent has seen. */
  readonly seenFiles: RunSeenFiles
  /** Records the project's content at the run's start. No call changes anything before that. */
  readonly snapshot: RunSnapshot
  /** Absent if the run has no MCP servers. */
  readonly mcpStart?: McpStart
}
