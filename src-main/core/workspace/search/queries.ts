import type { AgentPath } from '../paths/agent-path.ts'

/** A line that matched, without its line end; cut off past 500 characters. */
export interface Match {
  readonly path: AgentPath
  /** Counted from 1. */
  readonly line: number
  readonly text: string
  /** It only stands beside one that matched. */
  readonly isContext?: true
}

/** How many lines of a file matched; at least one. */
export interface MatchCount {
  readonly path: AgentPath
  readonly lines: number
}

/** `isComplete` is false where the search was stopped at its cap. */
export interface Found<T> {
  readonly items: readonly T[]
  readonly isComplete: boolean
  /** Some files in other encodings than UTF-8 were not decoded: they are too large, or too many. */
  readonly hasUndecoded?: true
}

export interface GrepQuery {
  readonly pattern: string
  /** A file or a folder; everything agents see unless given. */
  readonly path?: AgentPath
  /** Only files whose path or name matches. */
  readonly glob?: string
  /** `pattern` is taken literally unless this is set. */
  readonly isRegex?: boolean
  /** True unless given. */
  readonly isCaseSensitive?: boolean
  /** How many lines before and after each match come with it. */
  readonly context?: number
  /** Of lines that match, or of files where those are counted. */
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
