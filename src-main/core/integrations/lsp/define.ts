import type { SessionId } from '#shared/lib/ids.ts'
import type { Severity } from '../../code/facts/severities.ts'

/** A language server as it is started. */
export interface ServerDefinition {
  readonly name: string
  /** As sentences name it: "the TypeScript server". */
  readonly title: string
  readonly command: readonly string[]
  /** All it is given of an environment. */
  readonly env: Readonly<Record<string, string>>
  /** Names of variables that it isn't given and that a person could allow. */
  readonly withheld?: readonly string[]
  /** The language's id by the ending of a file, which has its dot. */
  readonly languages: Readonly<Record<string, string>>
  readonly initialization?: unknown
  /** What it is answered where it asks for settings, by their section. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** The hash of the project's entry that names it: files are compared before it is started. */
  readonly entryHash?: string
}

export interface Diagnostic {
  /** Below the project's folder. */
  readonly path: string
  /** Both from 1. */
  readonly line: number
  readonly column: number
  readonly severity: Severity
  /** Absent where the server names none. */
  readonly code?: string
  readonly message: string
}

export interface Diagnosis {
  /** By path and place. */
  readonly diagnostics: readonly Diagnostic[]
  /** How many files servers have looked at. */
  readonly checked: number
  /** How many more there were than are looked at in one go. */
  readonly left: number
  /** Servers that did not do their part, as sentences. */
  readonly problems: readonly string[]
  /** Files that there is no server for, by their ending. */
  readonly unknown: Readonly<Record<string, number>>
}

/** A place between two characters: both from 0, characters as UTF-16 counts them. */
export interface Position {
  readonly line: number
  readonly character: number
}

export interface TextEdit {
  readonly start: Position
  readonly end: Position
  readonly text: string
}

export interface FileEdits {
  /** Below the project's folder; what is moved is still where it was. */
  readonly path: string
  readonly edits: readonly TextEdit[]
}

export interface RenameEdits {
  readonly files: readonly FileEdits[]
  /** Servers that did not do their part, as sentences. */
  readonly problems: readonly string[]
}

/** Where a question belongs: a session, and the real folder that it works in. */
export interface LanguageScope {
  readonly sessionId: SessionId
  readonly root: string
}

export interface DiagnoseQuery extends LanguageScope {
  /** Files and folders below the root; `''` is all of it. */
  readonly paths: readonly string[]
  readonly signal: AbortSignal
}

export interface RenameQuery extends LanguageScope {
  /** A file or a folder, below the root. */
  readonly from: string
  readonly to: string
  readonly signal: AbortSignal
}

/**
 * What language servers know of a project's files as they are on disk. A server that fails costs a
 * sentence among the problems, never the call.
 */
export interface Languages {
  diagnose(query: DiagnoseQuery): Promise<Diagnosis>
  /** What else has to be written where a file or folder is moved: ask before it is. */
  renameEdits(query: RenameQuery): Promise<RenameEdits>
}
