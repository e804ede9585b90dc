import { Serial } from '../../runtime/serial-queue.ts'
import type { CallSource } from '../files/file-changes.ts'
import type { SessionAuthors } from './file-authors.ts'
import type { TrackedTree } from './tracked-tree.ts'
import { findWatch } from './watcher.ts'

/**
 * The watcher joins what happens within half a second, or longer where the machine is busy, and tells
 * nothing of a file made and deleted in it: a new one is looked at again, until it is this old.
 */
const FRESH_MS = 5_000
const LOOK_AGAIN_MS = 1_000

/** Above this many changed paths, everything may have changed: listing them costs more than looking. */
const MAX_PATHS = 2_000

type OnChange = (paths?: readonly string[]) => void

interface UpkeepOptions {
  readonly root: string
  readonly tree: TrackedTree
  /** Called with the paths that the watcher reports. */
  readonly onChange: OnChange
  readonly authors?: SessionAuthors | undefined
  /** A folder below the root whose changes aren't noticed. */
  readonly unwatched?: string | undefined
}

/**
 * Decides when the log is brought up to what is on disk: around our own changes and commands, and
 * when the watcher notices others'. One thing at a time.
 */
export class Upkeep implements AsyncDisposable {
  readonly #root: string
  readonly #tree: TrackedTree
  readonly #onChange: OnChange
  readonly #serial = new Serial()
  readonly #noticed = new Set<string>()
  /** Files that are new, and since when. */
  readonly #fresh = new Map<string, number>()
  readonly #subscriptions = new DisposableStack()
  readonly #authors: SessionAuthors | undefined
  readonly #unwatched: readonly string[]
  #lookingAgain: NodeJS.Timeout | undefined
  #hasMissed = false
  #watch: Promise<AsyncDisposable | undefined> = Promise.resolve(undefined)
  #isWatching = false
  #isTakingSnapshot = false
  /** Changes and ends of commands that are queued or running. */
  #writes = 0
  #failure: { readonly error: unknown } | undefined
  #isDisposed = false

  constructor({ root, tree, onChange, authors, unwatched }: UpkeepOptions) {
    this.#root = root
    this.#tree = tree
    this.#onChange = onChange
    this.#authors = authors
    this.#unwatched = unwatched === undefined ? [] : [unwatched]
    this.#subscriptions.use(tree.onDidCreate((paths) => this.#keepLooking(paths)))
  }

  async begin(): Promise<void> {
    await this.#serial.run(() => this.#tree.load())
    const others = this.#authors?.onDidWrite((paths) => this.#queue(paths))
    if (others) this.#subscriptions.use(others)
    this.#watch = this.#startWatch()
    // Whoever needs it awaits it, and learns of a failure then.
    this.#watch.catch(() => {})
  }

  snapshot(): Promise<void> {
    return this.#serial.run(() => this.#takeSnapshot())
  }

  /** Runs what changes files on disk. */
  change<T>(work: () => Promise<T>): Promise<T> {
    return this.#write(async () => {
      this.#throwFailure()
      if (!this.#tree.isKnown) await this.#takeSnapshot()
      return work()
    })
  }

  /** Runs what changes documents of the store. */
  changeDocument<T>(work: () => Promise<T>): Promise<T> {
    return this.#serial.run(work)
  }

  async command(by: CallSource): Promise<AsyncDisposable> {
    await this.change(async () => {
      // What others did before is not this command's; what was noticed is enough where all is noticed.
      const isAllNoticed = this.#isWatching && !this.#tree.isCommandRunning
      await (isAllNoticed ? this.#recordNoticed() : this.#tree.reconcile())
      this.#tree.beginCommand(by)
    })
    let ended: Promise<void> | undefined
    return { [Symbol.asyncDispose]: () => (ended ??= this.#endCommand(by)) }
  }

  async settle(): Promise<void> {
    await this.#watch
    this.#queue([...this.#fresh.keys()])
    do await this.#serial.run(() => this.#recordNoticed())
    while (this.#hasMissed || this.#noticed.size > 0)
    this.#throwFailure()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    this.#subscriptions.dispose()
    clearInterval(this.#lookingAgain)
    // Cancel a snapshot: it may take minutes, and the changes queued behind it haven't written anything.
    if (this.#isTakingSnapshot || this.#writes === 0) await this.#tree[Symbol.asyncDispose]()
    const watch = await this.#watch.catch(() => undefined)
    await watch?.[Symbol.asyncDispose]()
    await this.#serial.run(async () => {})
  }

  #endCommand(by: CallSource): Promise<void> {
    return this.#write(async () => {
      try {
        await this.#tree.reconcile()
      } finally {
        this.#tree.endCommand(by)
      }
    })
  }

  async #write<T>(work: () => Promise<T>): Promise<T> {
    this.#writes += 1
    try {
      return await this.#serial.run(work)
    } finally {
      this.#writes -= 1
    }
  }

  async #takeSnapshot(): Promise<void> {
    this.#isTakingSnapshot = true
    try {
      await this.#watch
      await this.#tree.takeSnapshot()
    } finally {
      this.#isTakingSnapshot = false
    }
  }

  async #startWatch(): Promise<AsyncDisposable | undefined> {
    const ignored = [...(await this.#tree.ignoredFolders()), ...this.#unwatched]
    if (this.#isDisposed) return undefined
    const onChange = (paths?: readonly string[]) => this.#notice(paths)
    const watch = await findWatch({ root: this.#root, ignored, onChange })
    this.#isWatching = watch !== undefined
    // These may have changed before watching started. The next snapshot finds other changes.
    this.#queue(this.#tree.changedPaths)
    return watch
  }

  #notice(paths: readonly string[] | undefined): void {
    if (this.#isDisposed) return
    const listed = paths && paths.length <= MAX_PATHS ? paths : undefined
    this.#onChange(listed)
    this.#queue(listed)
  }

  #keepLooking(paths: readonly string[]): void {
    if (this.#isDisposed) return
    for (const path of paths) this.#fresh.set(path, performance.now())
    this.#lookingAgain ??= setInterval(() => this.#lookAgain(), LOOK_AGAIN_MS).unref()
  }

  #lookAgain(): void {
    this.#queue([...this.#fresh.keys()])
    const oldest = performance.now() - FRESH_MS
    for (const [path, since] of this.#fresh) if (since < oldest) this.#fresh.delete(path)
    if (this.#fresh.size > 0) return
    clearInterval(this.#lookingAgain)
    this.#lookingAgain = undefined
  }

  #queue(paths: readonly string[] | undefined): void {
    if (this.#isDisposed || paths?.length === 0) return
    const isFirst = !this.#hasMissed && this.#noticed.size === 0
    if (!paths) this.#hasMissed = true
    if (this.#noticed.size + (paths?.length ?? 0) > MAX_PATHS) this.#hasMissed = true
    else for (const path of paths ?? []) this.#noticed.add(path)
    if (isFirst) this.#serial.run(() => this.#recordNoticed()).catch((error) => this.#fail(error))
  }

  async #recordNoticed(): Promise<void> {
    const paths = this.#hasMissed ? undefined : [...this.#noticed]
    this.#hasMissed = false
    this.#noticed.clear()
    if (!this.#isDisposed && paths?.length !== 0) await this.#tree.reconcile(paths)
  }

  /** Nobody waits for what the watcher started: the next who changes or settles is told. */
  #fail(error: unknown): void {
    if (!this.#isDisposed) this.#failure = { error }
  }

  #throwFailure(): void {
    const failure = this.#failure
    this.#failure = undefined
    if (failure) throw failure.error
  }
}
