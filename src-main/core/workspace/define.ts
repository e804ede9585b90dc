import type { FileContent } from '#shared/events/value.ts'
import type { Hash, RunId, SpanId } from '#shared/ids.ts'

/**
 * A path as agents see it, with `/` between its parts: `/workspace/…` is the project on disk,
 * `/docs/…` outlives the session, anything else is the session's scratch space.
 */
export type AgentPath = string

/** The tool call that makes a change. */
export interface CallSource {
  readonly type: 'call'
  readonly spanId: SpanId
  readonly runId?: RunId
  readonly agentId?: SpanId
}

export type ChangeSource = CallSource | { readonly type: 'person' }

/** What a write came to. `path` is where it really went: links inside the project are followed. */
export interface Written {
  readonly path: AgentPath
  readonly before: FileContent | null
  readonly after: FileContent | null
  readonly added: number
  readonly removed: number
}

export interface FileStat {
  readonly path: AgentPath
  readonly isFolder: boolean
  /** In bytes; 0 for a folder. */
  readonly size: number
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number
}

/** Bytes of a file as they are now. `hash` is that of all of them, absent where they were not all read. */
export interface FileBytes {
  readonly bytes: Uint8Array
  readonly size: number
  readonly hash?: Hash
  readonly modifiedAt: number
}

/** A line that matched, without its line end; cut off past 500 characters. */
export interface Match {
  readonly path: AgentPath
  /** Counted from 1. */
  readonly line: number
  readonly text: string
}

/** `isComplete` is false where the search was stopped at its cap. */
export interface Found<T> {
  readonly items: readonly T[]
  readonly isComplete: boolean
}

export interface GrepQuery {
  readonly pattern: string
  /** A file or a folder; everything agents see unless given. */
  readonly path?: AgentPath
  /** Only files whose path or name matches. */
  readonly glob?: string
  /** `pattern` is taken literally unless this is set. */
  readonly isRegex?: boolean
  readonly maxMatches?: number
  readonly signal?: AbortSignal
}

export interface GlobQuery {
  readonly pattern: string
  /** Where the pattern begins; `/` unless given. */
  readonly path?: AgentPath
  readonly maxFiles?: number
  readonly signal?: AbortSignal
}
