import { setImmediate as nextTurn } from 'node:timers/promises'
import { Emitter } from '#shared/lib/emitter.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import type { FilesState } from '#shared/projections/files.ts'
import type { Store } from '../../store/store.ts'
import type { CallSource, Written } from '../files/file-changes.ts'
import { toPlace } from '../paths/agent-path.ts'
import { TreeClient } from '../tree/tree-client.ts'
import {
  type Comparison,
  type ReadContent,
  type TreeChange,
  toKnownTree,
} from '../tree/tree-protocol.ts'
import { type Author, type ChangeLog, toOtherAuthor, toSharedAuthor } from './change-log.ts'
import type { SessionAuthors, WrittenBy } from './file-authors.ts'

/** Above this many missed changes, only those of files that the session has changed get their own events. */
const MAX_MISSED = 500

/** How many changes are recorded without others getting their turn. */
const TOGETHER = 200

/** Contents that are not worth a commit of their own. */
const FEW = 20
const FEW_BYTES = 256 * 1024

interface TrackedTreeOptions {
  readonly root: string
  readonly sessionId: SessionId
  readonly store: Store
  readonly log: ChangeLog
  readonly known: FilesState | undefined
  /** The data folder, if it is below the root. */
  readonly leftOut: string | undefined
  readonly authors?: SessionAuthors | undefined
}

/**
 * Brings what the log says of the project up to what is on disk. Its methods must not overlap: the
 * workspace asks for one after the other.
 */
export class TrackedTree implements AsyncDisposable {
  readonly #options: TrackedTreeOptions
  readonly #client: TreeClient
  /** Commands under way, in the order they began. */
  readonly #running = new Map<CallSource, Disposable | undefined>()
  readonly #changed: Set<string>
  readonly #created = new Emitter<readonly string[]>()
  /** Tells, by paths below the root, which files were found that had not been there. */
  readonly onDidCreate = this.#created.event
  #isKnown = false

  constructor(options: TrackedTreeOptions) {
    this.#options = options
    this.#changed = new Set(Object.keys(options.known?.touched ?? {}).flatMap(toRelative))
    const keep = (contents: readonly ReadContent[]) => this.#keep(contents)
    this.#client = new TreeClient(options.root, keep, options.leftOut)
  }

  /** Whether the log has a tree to compare with. */
  get isKnown(): boolean {
    return this.#isKnown
  }

  get isCommandRunning(): boolean {
    return this.#running.size > 0
  }

  /** Takes over what an earlier part of the session recorded. */
  async load(): Promise<void> {
    const known = this.#options.known
    if (!known?.tree) return
    const { blobs } = this.#options.store
    await this.#client.ask({ type: 'load', ...toKnownTree(known, blobs) })
    this.#isKnown = true
  }

  /** Files that have changes in the session's log, relative to the root. */
  get changedPaths(): readonly string[] {
    return [...this.#changed]
  }

  async takeSnapshot(): Promise<void> {
    const { taken } = await this.#client.ask({ type: 'snapshot' })
    const isMany = taken.changes.length > MAX_MISSED
    await this.#appendFound(
      isMany ? taken.changes.filter(({ path }) => this.#changed.has(path)) : taken.changes,
    )
    await this.#options.log.appendTree(taken)
    this.#isKnown = true
  }

  /** Records changes everywhere or below `paths`, made by another session or by running commands. */
  async reconcile(paths?: readonly string[]): Promise<readonly Written[]> {
    if (!this.#isKnown) return []
    return this.#appendFound(
      await this.#compare({ ...(paths && { paths }), withCommitted: !this.isCommandRunning }),
    )
  }

  /** Does `work`, which changes these paths, and records what came of it as the author's. */
  async change(
    paths: readonly string[],
    author: Author,
    work: () => Promise<void>,
  ): Promise<readonly Written[]> {
    await this.#appendFound(await this.#compare({ paths, mode: 'learn' }))
    using _claim = this.#options.authors?.claim(paths)
    // What was done before a failure is recorded too.
    const [outcome] = await Promise.allSettled([work()])
    const changes = await this.#compare({ paths, mode: 'keep' })
    const written = await this.#append(
      changes,
      changes.map(() => author),
    )
    await this.#record(changes, { author: author.isPerson ? 'person' : 'agent', isExact: true })
    if (outcome.status === 'rejected') throw outcome.reason
    return written
  }

  beginCommand(call: CallSource): void {
    this.#running.set(call, this.#options.authors?.command())
  }

  /** Call it after the last `reconcile` that is to be the command's. */
  endCommand(call: CallSource): void {
    this.#running.get(call)?.[Symbol.dispose]()
    this.#running.delete(call)
  }

  async ignoredFolders(): Promise<readonly string[]> {
    const { folders } = await this.#client.ask({ type: 'ignored-folders' })
    return folders
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client[Symbol.asyncDispose]()
  }

  async #compare(comparison: Comparison): Promise<readonly TreeChange[]> {
    const { changes } = await this.#client.ask({ type: 'compare', ...comparison })
    return changes
  }

  /** Appends changes found on disk: by this session's commands, another session, or unknown. */
  async #appendFound(changes: readonly TreeChange[]): Promise<readonly Written[]> {
    if (changes.length === 0) return []
    const calls = [...this.#running.keys()]
    const others = await this.#options.authors?.find(changes, calls.length > 0)
    const authors = changes.map((_, index) => {
      const other = others?.[index]
      return other ? toOtherAuthor(other) : toSharedAuthor(calls)
    })
    const written = await this.#append(changes, authors)
    const own = changes.filter((_, index) => others?.[index] === undefined)
    if (calls.length > 0) await this.#record(own, { author: 'agent', isExact: false })
    return written
  }

  /** Many changes are durable in pieces, so that others get their turn. */
  async #append(
    changes: readonly TreeChange[],
    authors: readonly Author[],
  ): Promise<readonly Written[]> {
    const written: Written[] = []
    for (let start = 0; start < changes.length; start += TOGETHER) {
      const piece = changes.slice(start, start + TOGETHER)
      const by = authors.slice(start, start + TOGETHER)
      written.push(...(await this.#options.log.appendOnDisk(piece, by)))
      for (const { path } of piece) this.#changed.add(path)
      // A file that was replaced is a new one to the watcher.
      const made = piece.filter(({ after }) => after !== null).map(({ path }) => path)
      if (made.length > 0) this.#created.fire(made)
    }
    return written
  }

  async #record(changes: readonly TreeChange[], by: WrittenBy): Promise<void> {
    for (let start = 0; start < changes.length; start += TOGETHER) {
      this.#options.authors?.record(changes.slice(start, start + TOGETHER), by)
      if (start + TOGETHER < changes.length) await nextTurn()
    }
  }

  /** Of many, each piece is durable before the next is read; a few go with the event that names them. */
  async #keep(contents: readonly ReadContent[]): Promise<void> {
    const { store, sessionId } = this.#options
    let total = 0
    for (const { hash, bytes, unpackedBytes } of contents) {
      if (unpackedBytes === undefined) store.blobs.adopt(sessionId, hash, bytes)
      else store.blobs.adoptCompressed(sessionId, hash, { content: bytes, bytes: unpackedBytes })
      total += bytes.length
    }
    if (contents.length > FEW || total > FEW_BYTES) await store.flush()
  }
}

/** Returns nothing for a document, because documents aren't on disk. */
function toRelative(path: string): readonly string[] {
  const place = toPlace(path)
  return place.type === 'project' ? [place.relative] : []
}
