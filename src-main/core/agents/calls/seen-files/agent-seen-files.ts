import type { SeenFile } from '#shared/events/tool.ts'
import type { StoredJson } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { Hash, SpanId } from '#shared/lib/ids.ts'
import { trimEnd } from '#shared/lib/trim-end.ts'
import { hashOf } from '../../../runtime/ids.ts'
import type { ChangedSince, Doing, SeenFiles } from '../../../tools/context/seen-files.ts'
import { formatChanges } from '../../../tools/runners/files/changed-lines.ts'
import type { Workspace } from '../../../workspace/define.ts'
import type { FileBytes, FileStat } from '../../../workspace/files/disk-files.ts'
import type { Written } from '../../../workspace/files/file-changes.ts'
import { findText } from '../../../workspace/files/text-format.ts'
import { type AgentPath, isWithin, toPlace } from '../../../workspace/paths/agent-path.ts'
import { isHashOf } from '../../../workspace/tree/read-entry.ts'
import { type Listing, type RunSeenFiles, toListed } from './run-seen-files.ts'

/** Files that one call shows its agent, recorded when the call ends. */
export interface SeenByCall {
  seen: SeenFile[]
  listed?: StoredJson
}

/** How a file stands to what its agent has seen of it. */
type Standing =
  | { readonly type: 'absent' | 'as-seen' | 'never-read' }
  | { readonly type: 'changed'; readonly before: string | undefined; readonly now: string }
  /** A folder, or what can't be shown as text. */
  | { readonly type: 'opaque' }

/** No more of them are named. */
const MAX_NAMED = 10

/** The files that an agent has seen, as one of its calls needs them. */
export class AgentSeenFiles implements SeenFiles {
  readonly #run: RunSeenFiles
  readonly #agentId: SpanId
  readonly #call: SeenByCall
  readonly #startedAt = Date.now()

  constructor(run: RunSeenFiles, agentId: SpanId, call: SeenByCall) {
    this.#run = run
    this.#agentId = agentId
    this.#call = call
  }

  noteRead(path: AgentPath, { bytes, hash }: FileBytes): void {
    if (hash) this.#note(path, this.#run.keep(bytes, hash))
  }

  noteListed(entries: readonly FileStat[]): void {
    const listed = toListed(entries)
    this.#run.noteListing(this.#agentId, listed, this.#startedAt)
    this.#call.listed = this.#run.toStored(listed)
  }

  async noteWritten({ path, after }: Written): Promise<void> {
    if (!after) return this.#note(path, null)
    const hash = after.hash ?? (await this.#run.workspace.readBytes(path)).hash
    if (hash) this.#note(path, hash)
  }

  async noteAdjusted(written: Written): Promise<void> {
    const before = written.before?.hash && (await this.#contentOf(written.before.hash))
    const seen = this.#run.find(this.#agentId, written.path)?.hash
    if (before && seen && isHashOf(seen, before)) await this.noteWritten(written)
  }

  async noteMoved(from: AgentPath, to: AgentPath, moved: readonly Written[]): Promise<void> {
    // Spelled as in the log: links are followed, and each path has one spelling.
    const [source, target] = [this.#run.toKey(from), this.#run.toKey(to)]
    for (const { path, after } of moved) {
      if (after !== null || !isWithin(path, source)) continue
      const now = `${target}${path.slice(source.length)}`
      const seen = this.#run.find(this.#agentId, path)?.hash
      const written = moved.find((one) => one.path === now)
      if (seen && isStored(path, now) && written) await this.noteWritten(written)
      else if (seen) this.#note(now, seen)
      this.#note(path, null)
    }
  }

  noteText(path: AgentPath, text: string): void {
    const bytes = Buffer.from(text)
    this.#note(path, this.#run.keep(bytes, hashOf(bytes)))
  }

  async refuseUnseen(path: AgentPath, doing: Doing): Promise<void> {
    const standing = await this.#find(path, doing)
    if (standing.type === 'never-read') throw neverRead(path, doing)
    if (standing.type === 'changed') throw changed(path, doing, standing)
    if (standing.type === 'opaque') await this.#refuseUnlisted(path, doing)
  }

  async refuseChanged(path: AgentPath, doing: Doing): Promise<void> {
    const standing = await this.#find(path, doing)
    if (standing.type === 'changed') throw changed(path, doing, standing)
  }

  async findChanged(path: AgentPath): Promise<ChangedSince | undefined> {
    const standing = await this.#find(path, 'write')
    if (standing.type === 'never-read') throw neverRead(path, 'write')
    return standing.type === 'changed' ? { text: standing.before } : undefined
  }

  #note(path: AgentPath, hash: Hash | null): void {
    this.#call.seen.push({ path: this.#run.note(this.#agentId, path, hash), hash })
  }

  async #find(path: AgentPath, doing: Doing): Promise<Standing> {
    const stat = await ifThere(() => this.#run.workspace.stat(path))
    // A link that leads nowhere is something to delete or move, but not to write.
    if (!stat) return { type: doing === 'write' ? 'absent' : 'opaque' }
    if (stat.isFolder) return { type: 'opaque' }
    const file = await ifThere(() => this.#run.workspace.readBytes(path))
    const now = file?.hash && (await findText(file.bytes))?.text
    const seen = this.#run.find(this.#agentId, path)?.hash
    if (file?.hash && seen && isHashOf(seen, file.bytes)) return { type: 'as-seen' }
    if (now === undefined) return { type: 'opaque' }
    if (!seen) return { type: 'never-read' }
    const before = await this.#contentOf(seen)
    return { type: 'changed', before: before && (await findText(before))?.text, now }
  }

  async #contentOf(hash: Hash): Promise<Uint8Array | undefined> {
    return this.#run.workspace.content(hash)
  }

  /** Compares size and time instead of content for a file that can't be read as text. */
  async #refuseUnlisted(path: AgentPath, doing: Doing): Promise<void> {
    const entry = await this.#findEntry(path)
    if (!entry) return
    const key = trimEnd(entry.path, '/')
    const listing = this.#run.findListing(this.#agentId, key)
    if (!listing) throw neverListed(path, doing)
    const recorded = await this.#changesSince(key, listing)
    const onDisk = entry.isFolder ? await this.#changedOnDisk(key, listing) : []
    const changes = [...new Set([...recorded, ...onDisk])]
    if (changes.length > 0) throw changedBelow(path, doing, changes)
    if (!this.#isAsListed(entry, key, listing)) throw changedBelow(path, doing, [])
  }

  #isAsListed({ size, modifiedAt, isFolder }: FileStat, key: AgentPath, listing: Listing): boolean {
    const [listedSize, listedAt] = listing.listed[key] ?? []
    if (size === listedSize && modifiedAt === listedAt) return true
    if (listing.isInherited) return isFolder || size === listedSize
    return isFolder && this.#run.hasChangedBelow(this.#agentId, key, listing.seq)
  }

  /** Changes that others made since then, according to the log. */
  async #changesSince(path: AgentPath, { seq }: Listing): Promise<readonly AgentPath[]> {
    const recorded = this.#run.recordedBelow(path, seq)
    const unseen = await Promise.all(
      recorded.map(async (one) => ((await this.#isSeen(one)) ? [] : [one.path])),
    )
    return unseen.flat()
  }

  /** What others changed since and the log may not have: ignored files, and what its first snapshot found. */
  async #changedOnDisk(folder: AgentPath, { at, seq }: Listing): Promise<readonly AgentPath[]> {
    if (at === undefined || toPlace(folder).type !== 'project') return []
    const changed = await findChangedBelow(this.#run.workspace, folder, at)
    const unseen = await Promise.all(
      changed.map(async ({ path, isFolder }) => {
        const isKnown = isFolder
          ? this.#run.hasChangedBelow(this.#agentId, trimEnd(path, '/'), seq)
          : await this.#isSeenOnDisk(path)
        return isKnown ? [] : [path]
      }),
    )
    return unseen.flat()
  }

  async #isSeenOnDisk(path: AgentPath): Promise<boolean> {
    const seen = this.#run.find(this.#agentId, path)?.hash
    const file = seen && (await ifThere(() => this.#run.workspace.readBytes(path)))
    return Boolean(seen && file && isHashOf(seen, file.bytes))
  }

  async #isSeen(file: { readonly path: AgentPath; readonly hash: Hash | null }): Promise<boolean> {
    const seen = this.#run.find(this.#agentId, file.path)?.hash
    if (!seen || !file.hash) return false
    if (seen === file.hash) return true
    const bytes = await this.#contentOf(file.hash)
    return bytes !== undefined && isHashOf(seen, bytes)
  }

  /** As a list of its folder has it: links are not followed. */
  async #findEntry(path: AgentPath): Promise<FileStat | undefined> {
    const itself = trimEnd(path, '/')
    const folder = itself.slice(0, itself.lastIndexOf('/')) || '/'
    const entries = (await ifThere(() => this.#run.workspace.list(folder))) ?? []
    return entries.find((one) => trimEnd(one.path, '/') === itself)
  }
}

async function ifThere<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look()
  } catch (error) {
    if (AppError.is(error)) return undefined
    throw error
  }
}

/** What moves to or from the store is written anew: its marks and line ends may be lost. */
function isStored(...paths: readonly AgentPath[]): boolean {
  return paths.some((path) => toPlace(path).type !== 'project')
}

const DONE = { write: 'written', delete: 'deleted', move: 'moved' } as const

function neverRead(path: AgentPath, doing: Doing): AppError {
  return new AppError(
    'conflict',
    `${path} exists and you haven't read it, so it was not ${DONE[doing]}. Read it with read_file first.`,
  )
}

function neverListed(path: AgentPath, doing: Doing): AppError {
  return new AppError(
    'conflict',
    `You haven't looked at ${path}, so it was not ${DONE[doing]}. List it with ls first.`,
  )
}

function changed(
  path: AgentPath,
  doing: Doing,
  { before, now }: { readonly before: string | undefined; readonly now: string },
): AppError {
  const told =
    before === undefined ? 'The changes can’t be shown as a diff.' : formatSince(before, now)
  return new AppError(
    'conflict',
    `${path} has changed since you last read it, so it was not ${DONE[doing]}. Read it again with read_file before you go on. ${told}`,
  )
}

function formatSince(before: string, now: string): string {
  if (before === now) return 'Only its line ends, its encoding or its byte order mark changed.'
  return `Since then:\n${formatChanges(before, now)}`
}

function changedBelow(path: AgentPath, doing: Doing, changes: readonly AgentPath[]): AppError {
  const named = changes.slice(0, MAX_NAMED).join(', ')
  const more = changes.length > MAX_NAMED ? ` and ${changes.length - MAX_NAMED} more` : ''
  const what = changes.length === 0 || changes.includes(path) ? '' : ` Changed: ${named}${more}.`
  return new AppError(
    'conflict',
    `${path} has changed since you last listed it, so it was not ${DONE[doing]}.${what} List it again with ls before you go on.`,
  )
}

/** Larger folders are compared in part. */
const MAX_ENTRIES = 10_000

/**
 * Finds the files and folders below a folder on disk that were changed at or after a time, in milliseconds
 * since the epoch by the machine's clock. Times in the future say nothing.
 */
async function findChangedBelow(
  workspace: Pick<Workspace, 'list'>,
  folder: AgentPath,
  since: number,
): Promise<readonly FileStat[]> {
  const now = Date.now()
  const changed: FileStat[] = []
  const folders = [folder]
  let looked = 0
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = await listIfReadable(workspace, next)
    looked += entries.length
    if (looked > MAX_ENTRIES) break
    for (const entry of entries) {
      if (entry.isFolder) folders.push(entry.path)
      if (entry.modifiedAt >= since && entry.modifiedAt <= now) changed.push(entry)
    }
  }
  return changed
}

async function listIfReadable(workspace: Pick<Workspace, 'list'>, folder: AgentPath) {
  try {
    return await workspace.list(folder)
  } catch (error) {
    if (AppError.is(error)) return []
    throw error
  }
}
