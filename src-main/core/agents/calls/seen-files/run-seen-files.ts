import { z } from 'zod'
import type { StoredJson } from '#shared/events/value.ts'
import type { Hash, SessionId, SpanId } from '#shared/lib/ids.ts'
import { trimEnd } from '#shared/lib/trim-end.ts'
import type { FilesState } from '#shared/projections/files.ts'
import { type SeenFilesState, seenKey } from '#shared/projections/seen-files.ts'
import { readStoredArgs } from '../../../permissions/stored-args.ts'
import type { Store } from '../../../store/store.ts'
import type { Workspace } from '../../../workspace/define.ts'
import type { FileStat } from '../../../workspace/files/disk-files.ts'
import { type AgentPath, toPlace } from '../../../workspace/paths/agent-path.ts'
import { placeOnDisk } from '../../../workspace/paths/confinement.ts'

/** A larger content is not kept for the sake of a diff. */
const MAX_KEPT_BYTES = 1024 * 1024

/** Size in bytes and time of the last change, by path. */
type Listed = Readonly<Record<AgentPath, readonly [size: number, modifiedAt: number]>>

/** A listing that an agent was shown. */
export interface Listing {
  readonly listed: Listed
  /** What is recorded later happened after it. */
  readonly seq: number
  /**
   * When its call started, by the machine's clock, as the times of files are: the host's own clock stands
   * still while the machine is suspended. `undefined`: in an earlier run.
   */
  readonly at: number | undefined
  /** It is of another folder, with other times: that of the session this one was forked from. */
  readonly isInherited: boolean
}

/** A content that an agent has seen; `null`: the agent knows it gone. */
interface Content {
  readonly path: AgentPath
  readonly hash: Hash | null
  readonly seq: number
}

/** What of a session's log says what its agents have seen, as it stands after the last commit. */
interface SeenView {
  readonly seq: number
  readonly seenFiles: SeenFilesState
  readonly files: FilesState
}

interface RunSeenFilesOptions {
  readonly sessionId: SessionId
  readonly view: SeenView
  readonly store: Pick<Store, 'blobs'>
  readonly workspace: Workspace
}

/**
 * What the agents of a run have seen of files: what the log says, and what calls of this run noted that
 * it may not say yet.
 */
export class RunSeenFiles {
  readonly workspace: Workspace
  readonly #sessionId: SessionId
  readonly #view: SeenView
  readonly #blobs: Store['blobs']
  readonly #store: Pick<Store, 'blobs'>
  readonly #contents = new Map<string, Content>()
  readonly #listings: { readonly agentId: SpanId; readonly listing: Listing }[] = []

  constructor({ sessionId, view, store, workspace }: RunSeenFilesOptions) {
    this.workspace = workspace
    this.#sessionId = sessionId
    this.#view = view
    this.#store = store
    this.#blobs = store.blobs
  }

  /** One path for every name of a file: links are followed. */
  toKey(path: AgentPath): AgentPath {
    const onDisk = placeOnDisk(this.workspace.root, path)
    if (onDisk !== undefined) return onDisk
    const place = toPlace(path)
    return place.type === 'document' ? place.path : trimEnd(path, '/')
  }

  find(agentId: SpanId, path: AgentPath): Content | undefined {
    const key = seenKey(agentId, this.toKey(path))
    return this.#contents.get(key) ?? this.#view.seenFiles.contents[key]
  }

  /** Answers under which path it is noted. */
  note(agentId: SpanId, path: AgentPath, hash: Hash | null): AgentPath {
    const key = this.toKey(path)
    this.#contents.set(seenKey(agentId, key), { path: key, hash, seq: this.#view.seq })
    return key
  }

  noteListing(agentId: SpanId, listed: Listed, at: number): void {
    const listing = { listed, seq: this.#view.seq, at, isInherited: false }
    this.#listings.push({ agentId, listing })
  }

  /** The last listing that shows a path. */
  findListing(agentId: SpanId, path: AgentPath): Listing | undefined {
    const inRun = this.#listings.findLast(
      (one) => one.agentId === agentId && path in one.listing.listed,
    )
    return inRun?.listing ?? this.#findLogged(agentId, path)
  }

  #findLogged(agentId: SpanId, path: AgentPath): Listing | undefined {
    const { listings, inherited } = this.#view.seenFiles
    for (const one of listings.toReversed()) {
      if (one.agentId !== agentId) continue
      const listed = this.#read(one.listed)
      const { seq } = one
      if (path in listed) return { listed, seq, at: undefined, isInherited: seq <= inherited }
    }
    return undefined
  }

  #read(stored: StoredJson): Listed {
    return ListedSchema.parse(readStoredArgs(this.#store, stored))
  }

  /** Whether an agent changed something at or below a path since. */
  hasChangedBelow(agentId: SpanId, folder: AgentPath, since: number): boolean {
    const all = [...Object.values(this.#view.seenFiles.contents), ...this.#contents.values()]
    return all.some(
      ({ path, seq }) =>
        seq >= since &&
        path.startsWith(`${folder}/`) &&
        this.find(agentId, path)?.hash !== undefined,
    )
  }

  /** The files at and below a path that were changed since, and are there, as the log has it. */
  recordedBelow(path: AgentPath, since: number): readonly { path: AgentPath; hash: Hash | null }[] {
    return Object.values(this.#view.files.touched)
      .filter((one) => one.seq > since && one.after !== null)
      .filter((one) => one.path === path || one.path.startsWith(`${path}/`))
      .map((one) => ({ path: one.path, hash: one.after?.hash ?? null }))
  }

  /** Keeps a content that an agent is shown, so that what changes later can be shown as a diff. */
  keep(bytes: Uint8Array, hash: Hash): Hash {
    if (bytes.byteLength > MAX_KEPT_BYTES) return hash
    return this.#blobs.put(this.#sessionId, bytes)
  }

  /** As an event holds it. */
  toStored(listed: Listed): StoredJson {
    const json = Object.fromEntries(
      Object.entries(listed).map(([path, about]) => [path, [...about]]),
    )
    return this.#blobs.storeJson(this.#sessionId, json)
  }
}

const ListedSchema = z.record(z.string(), z.tuple([z.number(), z.number()]))

export function toListed(entries: readonly FileStat[]): Listed {
  return Object.fromEntries(
    entries.map(({ path, size, modifiedAt }) => [
      trimEnd(path, '/') || '/',
      [size, modifiedAt] as const,
    ]),
  )
}
