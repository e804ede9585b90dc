import type { ProjectId } from '#shared/lib/ids.ts'
import type { Naming } from '../project-files/startable-names.ts'
import type { RecordedFiles } from '../store/tables/trust.ts'
import type { StoredFiles } from './file-digests.ts'
import { ENTRY_HASH_CHARS } from './project-trust.ts'

/** A startable whose files are recorded or compared. */
export interface WatchedEntry {
  readonly naming: Naming
  /** Files besides those that the texts name, by their path below the root or their absolute path. */
  readonly files?: readonly string[]
  /** Whether every file of the project counts, or only those that it names. */
  readonly watchesProject: boolean
}

/** Files as of a grant, and whether they are those of the folder that is compared. */
interface KnownGrant extends RecordedFiles {
  readonly isHere: boolean
}

export interface ComparedEntry extends WatchedEntry {
  /** The most likely first. */
  readonly grants: readonly KnownGrant[]
}

interface Folder {
  readonly root: string
  /** Orrery's data folder, if it is below. */
  readonly dataFolder?: string | undefined
}

interface Recorded {
  /** By entry. */
  readonly grants: readonly RecordedFiles[]
  readonly files: readonly StoredFiles[]
}

export type TrustRequest = Folder &
  (
    | { readonly type: 'record'; readonly entries: readonly WatchedEntry[] }
    | {
        readonly type: 'compare'
        readonly entries: readonly ComparedEntry[]
        /** Recorded files that the worker doesn't have yet. */
        readonly files: readonly StoredFiles[]
      }
  )

/** Files that differ from those of a grant. */
export interface ChangedFiles {
  /** The first of them. */
  readonly files: readonly string[]
  readonly count: number
}

export interface Comparison {
  /** Another one after any change of what a person sees: named files, and changes since the grant. */
  readonly seen: string
  /** Absent: nothing changed, or there is no grant. */
  readonly changed?: ChangedFiles
}

export type TrustReply =
  | ({ readonly type: 'recorded' } & Recorded)
  | { readonly type: 'compared'; readonly entries: readonly Comparison[] }
  /** Recorded files that it needs, by id. */
  | { readonly type: 'missing'; readonly ids: readonly string[] }
  | { readonly type: 'too-many' }

/** Returns the subject under which decisions about trust are recorded: the entry's, whatever files changed since. */
export function toTrustSubject(projectId: ProjectId, hash: string): string {
  return `${projectId} ${hash.slice(0, ENTRY_HASH_CHARS)}`
}
