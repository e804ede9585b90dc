import type { FileContent } from '#shared/events/value.ts'
import type { Hash, ProjectId, RunId, SessionId, SpanId } from '#shared/ids.ts'
import type { FilesState } from '#shared/projections/files.ts'
import type { Store } from '../log/store.ts'
import type { Encoding } from '../text-encoding.ts'
import type { SessionAuthors } from './file-authors.ts'

/**
 * A path as agents see it, with `/` between its parts: `/workspace/…` is the project on disk,
 * `/docs/…` and `/memories/…` outlive the session, `/skills/…` are the person's own and only read,
 * anything else is the session's scratch space.
 */
export type AgentPath = string

/** A content to be put back. `mode` is git's, 0 where it is not known. */
export interface PutBack {
  readonly bytes: Uint8Array
  readonly mode: number
}

/** The tool call that makes a change. */
export interface CallSource {
  readonly type: 'call'
  readonly spanId: SpanId
  readonly runId?: RunId
  readonly agentId?: SpanId
  /** Where the files it may change were when that was allowed: no others are. Absent: all there are. */
  readonly places?: ReadonlyMap<AgentPath, AgentPath | undefined> | undefined
  /** Called right before the change, while no other change runs. Throws to refuse it. */
  readonly verify?: () => Promise<void>
  /** Whether the call's run has ended: what changes then is nobody's, for the log. */
  readonly isOver?: () => boolean
}

/** Neither: what the machinery around an agent puts aside. */
export interface OtherSource {
  readonly type: 'unknown'
}

export type ChangeSource = CallSource | { readonly type: 'person' } | OtherSource

/** What a write came to. `path` is where it really went: links inside the project are followed. */
export interface Written {
  readonly path: AgentPath
  readonly before: FileContent | null
  readonly after: FileContent | null
  readonly added: number
  readonly removed: number
  /** The file had other hard links, which keep the old content. */
  readonly hasLeftLinks?: true
}

/** A text to write in another encoding than its file has. */
export interface EncodedText {
  readonly text: string
  readonly encoding: Encoding
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

/** A file as a commit has it; `hash` leads to its content, `null` where the commit has no such file. */
export interface Committed {
  readonly commit: string
  readonly hash: Hash | null
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

/** The person's own skills. */
export interface SkillFolders {
  /** The real folder of the one that has this name; `undefined`: there is none. */
  find(name: string): Promise<string | undefined>
  /** Of all of them. */
  names(): Promise<readonly string[]>
}

export interface WorkspaceOptions {
  readonly sessionId: SessionId
  readonly projectId: ProjectId
  /** The folder the session works in. */
  readonly root: string
  readonly store: Store
  /** What the session's log knows of its files so far; `undefined` for a new session. */
  readonly known?: FilesState | undefined
  /** Records and finds changes of other sessions in the folder; absent if there are none. */
  readonly authors?: SessionAuthors | undefined
  /** Absent: there are none. */
  readonly skills?: SkillFolders | undefined
  /** Called with paths below the root that changed on disk, by whomever; without, any may have. */
  readonly onDidChangeFiles?: (paths?: readonly string[]) => void
}

/**
 * The files agents and people work on. It alone writes `file.changed` and `snapshot.taken`, and
 * resolves only once they are durable. Expected failures are `AppError`s: `denied` for a path that
 * leads out, `not-found`, `conflict`, `unsupported` for what is not text, `limit`.
 */
export interface Workspace extends AsyncDisposable {
  /** The real folder on disk. */
  readonly root: string
  /** Where a path below `/workspace` is on disk now, or would be; throws `denied` where it leads out. */
  resolve(path: AgentPath): string
  /** Decoded, without its byte order mark and with every line end made `\n`. */
  readText(path: AgentPath): Promise<string>
  readBytes(path: AgentPath, options?: { readonly maxBytes?: number }): Promise<FileBytes>
  /**
   * Creates or replaces; an existing file keeps its mode, encoding and line ends unless `content` names
   * another encoding. Fails with `invalid-input` for a character that the encoding can't hold.
   */
  write(path: AgentPath, content: string | EncodedText, by: ChangeSource): Promise<Written>
  /**
   * `change` gets what `readText` gives; what it throws reaches the caller and nothing is written.
   * Unchanged lines keep their line ends, and new lines get that of the line above.
   */
  edit(path: AgentPath, change: (text: string) => string, by: ChangeSource): Promise<Written>
  /** A folder goes with all that is in it. One entry for each file. */
  remove(path: AgentPath, by: ChangeSource): Promise<readonly Written[]>
  /** Fails with `conflict` where there is something at `to`. */
  move(from: AgentPath, to: AgentPath, by: ChangeSource): Promise<readonly Written[]>
  stat(path: AgentPath): Promise<FileStat | undefined>
  /** What is directly in a folder, by name. */
  list(path: AgentPath): Promise<readonly FileStat[]>
  /** Counts the files and folders in a folder that `list` leaves out because their names aren't UTF-8. */
  countUnlisted(path: AgentPath): Promise<number>
  /** Files that are neither hidden nor ignored, by path; where there are too many, any of them. */
  glob(query: GlobQuery): Promise<Found<AgentPath>>
  /** Lines of such files, by path and in order. */
  grep(query: GrepQuery): Promise<Found<Match>>
  /** How many such lines there are in each such file. */
  countMatches(query: GrepQuery): Promise<Found<MatchCount>>
  /** Records the whole tree. Changes wait for it. */
  snapshot(): Promise<void>
  /** Until it is disposed, what changes on disk is by this call (and by others that are running). */
  command(by: CallSource): Promise<AsyncDisposable>
  /** `undefined`: it is not recorded, or the repository no longer has it. */
  content(hash: Hash): Promise<Uint8Array | undefined>
  /** What git has of a file, in `commit` or in the one that is checked out; a `null` hash: it has none. */
  committed(path: AgentPath, commit?: string): Promise<Committed>
  /** A person's edit, as it is. `base` is what they began with, `null` for a new file. */
  save(path: AgentPath, text: string, base: Hash | null): Promise<Hash>
  /**
   * Makes a file of the project what it was, for a person: `null`, no file. One entry for each that
   * changed. With `base`, fails with `conflict` where it is not what the file holds; `null`: no file.
   */
  restore(path: AgentPath, content: PutBack | null, base?: Hash | null): Promise<readonly Written[]>
  /** Resolves once everything noticed so far is in the log. */
  settle(): Promise<void>
}
