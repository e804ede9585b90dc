import type { SessionId } from '#shared/ids.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { FilesState } from '#shared/projections/files.ts'
import type { Store } from '../log/store.ts'
import { type Author, type ChangeLog, toSharedAuthor } from './change-log.ts'
import type { CallSource, Written } from './define.ts'
import { toKnownTree } from './known-tree.ts'
import { TreeClient } from './tree-client.ts'
import type { ReadContent, TreeChange } from './tree-protocol.ts'

/** Above this many, what changed while nobody looked is told by the next tree alone. */
const MAX_MISSED = 500

/** Contents that are not worth a commit of their own. */
const FEW = 20
const FEW_BYTES = 256 * 1024

export interface TrackedTreeOptions {
  readonly root: string
  readonly sessionId: SessionId
  readonly store: Store
  readonly log: ChangeLog
  readonly known: FilesState | undefined
}

/**
 * Brings what the log says of the project up to what is on disk. Its methods must not overlap: the
 * workspace asks for one after the other.
 */
export class TrackedTree implements AsyncDisposable {
  readonly #options: TrackedTreeOptions
  readonly #client: TreeClient
  /** Commands under way, in the order they began. */
  readonly #running = new Set<CallSource>()
  readonly #created = new Emitter<readonly string[]>()
  /** Tells, by paths below the root, which files were found that had not been there. */
  readonly onDidCreate = this.#created.event
  #isKnown = false

  constructor(options: TrackedTreeOptions) {
    this.#options = options
    this.#client = new TreeClient(options.root, (contents) => this.#keep(contents))
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

  async takeSnapshot(): Promise<void> {
    const { taken } = await this.#client.ask({ type: 'snapshot' })
    const { log } = this.#options
    if (taken.changes.length <= MAX_MISSED) await log.appendOnDisk(taken.changes, this.#author())
    await log.appendTree(taken)
    this.#isKnown = true
  }

  /** Records what has changed, everywhere or below paths, as made by whatever is running. */
  async reconcile(paths?: readonly string[]): Promise<readonly Written[]> {
    if (!this.#isKnown) return []
    const { changes } = await this.#client.ask({ type: 'compare', ...(paths && { paths }) })
    return this.#append(changes, this.#author())
  }

  /** Does `work`, which changes these paths, and records what came of it as the author's. */
  async change(
    paths: readonly string[],
    author: Author,
    work: () => Promise<void>,
  ): Promise<readonly Written[]> {
    const before = await this.#client.ask({ type: 'compare', paths, mode: 'learn' })
    await this.#append(before.changes, this.#author())
    // What was done before a failure is recorded too.
    const [outcome] = await Promise.allSettled([work()])
    const after = await this.#client.ask({ type: 'compare', paths, mode: 'keep' })
    const written = await this.#append(after.changes, author)
    if (outcome.status === 'rejected') throw outcome.reason
    return written
  }

  beginCommand(call: CallSource): void {
    this.#running.add(call)
  }

  /** Call it after the last `reconcile` that is to be the command's. */
  endCommand(call: CallSource): void {
    this.#running.delete(call)
  }

  async ignoredFolders(): Promise<readonly string[]> {
    const { folders } = await this.#client.ask({ type: 'ignored-folders' })
    return folders
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client[Symbol.asyncDispose]()
  }

  async #append(changes: readonly TreeChange[], author: Author): Promise<readonly Written[]> {
    const written = await this.#options.log.appendOnDisk(changes, author)
    // A file that was replaced is a new one to the watcher.
    const made = changes.filter(({ after }) => after !== null).map(({ path }) => path)
    if (made.length > 0) this.#created.fire(made)
    return written
  }

  #author(): Author {
    return toSharedAuthor([...this.#running])
  }

  /** Of many, each piece is durable before the next is read; a few go with the event that names them. */
  async #keep(contents: readonly ReadContent[]): Promise<void> {
    const { store, sessionId } = this.#options
    let total = 0
    for (const { hash, bytes } of contents) {
      store.blobs.adopt(sessionId, hash, bytes)
      total += bytes.length
    }
    if (contents.length > FEW || total > FEW_BYTES) await store.flush()
  }
}
