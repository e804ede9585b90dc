import { Tree, type TreeEntry } from '#shared/events/file.ts'
import type { FileContent } from '#shared/events/value.ts'
import type { Hash } from '#shared/lib/ids.ts'
import type { FilesState } from '#shared/projections/files.ts'
import type { Blobs } from '../../store/blobs/blobs.ts'
import { isWithin, toPlace } from '../paths/agent-path.ts'

/** A content above this many bytes is not recorded. */
export const RECORDED_BYTES = 1024 * 1024

/** Git's mode of a symbolic link. */
export const LINK_MODE = 0o120000

/** Git's mode of a content that a file has come to hold; 0 if it isn't known. */
export function modeOf({ isLink }: FileContent, known: TreeEntry | undefined): number {
  if (isLink) return LINK_MODE
  if (known === undefined) return 0
  return known.mode === LINK_MODE && isLink === undefined ? 0 : known.mode
}

/** What the log knows: the latest tree as JSON, what changed since, and what a call or person wrote. */
export interface KnownTree {
  readonly tree?: Uint8Array
  readonly changes: Readonly<Record<string, FileContent | null>>
  readonly kept: readonly string[]
  /** A folder below the root that is no part of the project, though a log may have files of it. */
  readonly leftOut?: string
}

/**
 * What to compare with what is known: everything, or what is at and below `paths`. `keep`: these
 * paths are recorded though they are ignored. `learn`: where they were not known and are ignored,
 * how they are now is taken as how they have been.
 */
export interface Comparison {
  readonly paths?: readonly string[]
  readonly mode?: 'keep' | 'learn'
  /** Whether to set `isCommitted` on changes. */
  readonly withCommitted?: boolean
}

/** What is asked of the worker. */
export type TreeQuestion =
  | ({ readonly type: 'load' } & KnownTree)
  | { readonly type: 'snapshot' }
  | ({ readonly type: 'compare' } & Comparison)
  /** Folders that need not be watched. */
  | { readonly type: 'ignored-folders' }

/** The folder that a worker reads, and one below it that it leaves out. */
export interface TreePlace {
  /** Another for each client: the thread may have worked for one before. */
  readonly client: string
  readonly root: string
  readonly leftOut?: string
}

/** `taken` comes after `contents`: they are stored, and it may go on. */
export type TreeRequest = (TreeQuestion & TreePlace) | { readonly type: 'taken' }

/** A file that is no longer what was known. */
export interface TreeChange {
  readonly path: string
  readonly before: FileContent | null
  readonly after: FileContent | null
  /** Set if the file is now the same as in the checked-out commit. */
  readonly isCommitted?: true
}

export interface TakenTree {
  readonly hash: Hash
  readonly bytes: number
  readonly files: number
  readonly notRecorded: number
  /** The commit that is checked out. */
  readonly head?: string
  /** What had changed before it was taken; empty where nothing was known. */
  readonly changes: readonly TreeChange[]
}

/** A content read from disk that the log may not have yet. */
export interface ReadContent {
  readonly hash: Hash
  readonly bytes: Uint8Array
  /** Set if `bytes` is compressed by zstd: the size before. */
  readonly unpackedBytes?: number
}

/** What it answers. `contents` and `changes` come before the answer proper, which is what `taken` asks for. */
export type TreeReply =
  /** The first of many changes: taking over all at once would hold the host's thread. */
  | { readonly type: 'changes'; readonly changes: readonly TreeChange[] }
  | { readonly type: 'contents'; readonly contents: readonly ReadContent[] }
  | { readonly type: 'snapshot'; readonly taken: TakenTree }
  | { readonly type: 'compare'; readonly changes: readonly TreeChange[] }
  | { readonly type: 'ignored-folders'; readonly folders: readonly string[] }
  | { readonly type: 'load' }

/** A file as the worker knows it. */
export interface KnownFile extends TreeEntry {
  /** Changes when the file does. Absent where it was changed too lately to be sure. */
  readonly mark?: string
}

/** The project's files as a log knows them; `leftOut`: the data folder, relative to the root. */
export function toKnownTree(
  { tree, sinceTree, touched }: FilesState,
  blobs: Pick<Blobs, 'get'>,
  leftOut?: string,
): KnownTree {
  const json = tree && blobs.get(tree.ref)
  const changes: Record<string, FileContent | null> = {}
  for (const [path, content] of Object.entries(sinceTree)) {
    const place = toPlace(path)
    if (place.type === 'project') changes[place.relative] = content
  }
  const kept = Object.values(touched).flatMap(({ path, after }) => {
    const place = toPlace(path)
    return place.type === 'project' && after ? [place.relative] : []
  })
  return { ...(json && { tree: json }), changes, kept, ...(leftOut !== undefined && { leftOut }) }
}

/** Every file of a known tree, by its path. A mode of 0 is not known. */
export function filesOf({ tree, changes, leftOut }: KnownTree): Map<string, TreeEntry> {
  const json = tree ? Tree.parse(JSON.parse(Buffer.from(tree).toString('utf8'))) : {}
  const files = new Map(Object.entries(json))
  for (const [path, content] of Object.entries(changes)) {
    if (!content) files.delete(path)
    else files.set(path, { ...content, mode: modeOf(content, files.get(path)) })
  }
  if (leftOut !== undefined) removeWithin(files, leftOut)
  return files
}

export function removeWithin(files: Map<string, TreeEntry>, folder: string): void {
  for (const path of files.keys()) if (isWithin(path, folder)) files.delete(path)
}
