import type { Hash, ProjectId, SessionId } from '#shared/lib/ids.ts'
import type { FilesState } from '#shared/projections/files.ts'
import type { Store } from '../store/store.ts'
import type { FileBytes, FileStat } from './files/disk-files.ts'
import type {
  CallSource,
  ChangeSource,
  Committed,
  EncodedText,
  PutBack,
  SkillFolders,
  Written,
} from './files/file-changes.ts'
import type { AgentPath } from './paths/agent-path.ts'
import type { Found, GlobQuery, GrepQuery, Match, MatchCount } from './search/queries.ts'
import type { SessionAuthors } from './tracking/file-authors.ts'

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
