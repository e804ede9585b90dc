import { join, relative as relativeOf, sep } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OtherSession } from '#shared/events/file.ts'
import type { FileContent } from '#shared/events/value.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { isBelow } from '../../files/path-containment.ts'
import type { Store } from '../../store/store.ts'
import type { LastWrite } from '../../store/tables/session-summary.ts'
import { toAgentPath } from '../paths/agent-path.ts'

/** Beyond this many paths, the writes of the least recent ones are forgotten. */
const MAX_PATHS = 5_000
/** How long writes before a path's last one are remembered: a session may have read one of them. */
const RECENT_MS = 30_000
/** Beyond this many changes at once, the logs of other sessions aren't read. */
const MAX_LOOKUPS = 200

type WriteAuthor = OtherSession['author']

interface Write {
  readonly sessionId: SessionId
  readonly author: WriteAuthor
  readonly after: FileContent | null
  /** True if a file tool or the editor wrote it; false if it changed while a command ran. */
  readonly isExact: boolean
  /** Monotonic, in milliseconds. */
  readonly at: number
}

/** Who wrote files, and whether that is certain. */
export type WrittenBy = Pick<Write, 'author' | 'isExact'>

/** An unfinished change of files at and below absolute paths. */
interface Claim {
  readonly sessionId: SessionId
  readonly paths: readonly string[]
  readonly done: Promise<void>
}

interface Written {
  readonly sessionId: SessionId
  /** Absolute. */
  readonly paths: readonly string[]
}

/** The last writes of a session, by the path that its agents use. */
interface LoggedWrites {
  readonly sessionId: SessionId
  readonly root: string
  readonly writes: Readonly<Record<string, LastWrite>>
}

/** A change found on disk. `path` is relative to the session's root. */
interface FoundChange {
  readonly path: string
  readonly after: FileContent | null
}

interface SessionRoot {
  readonly sessionId: SessionId
  /** The real folder that the session works in. */
  readonly root: string
  /** Time of the session's last event, in milliseconds since the epoch. Earlier writes are known to it. */
  readonly knownAt: number
}

/**
 * Tracks which session of the host changed a file on disk, so that other sessions in the same folder can
 * record its author.
 */
export class FileAuthors implements Disposable {
  readonly #store: Store
  /** Writes by absolute path. Paths are ordered by their last write, and so are the writes of a path. */
  readonly #writes = new Map<string, readonly Write[]>()
  readonly #claims = new Set<Claim>()
  /** Sessions that are running commands, and the folders that these run in. */
  readonly #commands = new Set<{ readonly sessionId: SessionId; readonly root: string }>()
  readonly #written = new Emitter<Written>()

  constructor(store: Store) {
    this.#store = store
  }

  forSession(session: SessionRoot): SessionAuthors {
    return new SessionAuthors(this, session)
  }

  claim(sessionId: SessionId, paths: readonly string[]): Disposable {
    const { promise, resolve } = Promise.withResolvers<void>()
    const claim = { sessionId, paths, done: promise }
    this.#claims.add(claim)
    return {
      [Symbol.dispose]: () => {
        this.#claims.delete(claim)
        resolve()
      },
    }
  }

  command(sessionId: SessionId, root: string): Disposable {
    const command = { sessionId, root }
    this.#commands.add(command)
    return { [Symbol.dispose]: () => this.#commands.delete(command) }
  }

  remember(path: string, write: Write): void {
    const recent = this.findWrites(path).filter(({ at }) => write.at - at < RECENT_MS)
    this.#writes.delete(path)
    this.#writes.set(path, [...recent, write])
    const [oldest] = this.#writes.keys()
    if (oldest !== undefined && this.#writes.size > MAX_PATHS) this.#writes.delete(oldest)
  }

  announce(written: Written): void {
    if (written.paths.length > 0) this.#written.fire(written)
  }

  onDidWrite(listener: (written: Written) => void): Disposable {
    return this.#written.event(listener)
  }

  /** Resolves when other sessions have finished their changes of the file. */
  async settle(sessionId: SessionId, path: string): Promise<void> {
    const claims = [...this.#claims].filter(
      (claim) => claim.sessionId !== sessionId && claim.paths.some((one) => isBelow(one, path)),
    )
    await Promise.all(claims.map(({ done }) => done))
  }

  findWrites(path: string): readonly Write[] {
    return this.#writes.get(path) ?? []
  }

  /** Forgets the writes of a file that another program has changed. */
  forget(path: string): void {
    this.#writes.delete(path)
  }

  /** Finds the session that runs a command in a folder of the file; `undefined` if several do. */
  findCommand(sessionId: SessionId, path: string): SessionId | undefined {
    const running = [...this.#commands].filter(
      (command) => command.sessionId !== sessionId && isBelow(command.root, path),
    )
    const [first] = running
    return running.every((one) => one.sessionId === first?.sessionId) ? first?.sessionId : undefined
  }

  /** Reads the last writes of the other sessions in this folder, above or below it. */
  async readLogs({ sessionId, root }: SessionRoot): Promise<readonly LoggedWrites[]> {
    const { sessions, summaries } = this.#store
    const others = sessions
      .list()
      .filter((row) => row.id !== sessionId && (isBelow(row.root, root) || isBelow(root, row.root)))
    await summaries.load(others.map(({ id }) => id))
    return others.map((row) => ({
      sessionId: row.id,
      root: row.root,
      writes: summaries.lastWrites(row.id),
    }))
  }

  /** Returns `undefined` if the session was deleted. */
  async describe(id: SessionId, author: WriteAuthor): Promise<OtherSession | undefined> {
    if (!this.#store.sessions.find(id)) return undefined
    await this.#store.summaries.load([id])
    const summary = this.#store.summaries.of(id)
    return summary && { id, title: summary.title, author }
  }

  [Symbol.dispose](): void {
    this.#written[Symbol.dispose]()
  }
}

/** Records one session's writes to its folder and finds the authors of other changes there. */
export class SessionAuthors {
  readonly #authors: FileAuthors
  readonly #session: SessionRoot

  constructor(authors: FileAuthors, session: SessionRoot) {
    this.#authors = authors
    this.#session = session
  }

  /** Marks paths, and those below them, as being changed by this session, until disposed. */
  claim(paths: readonly string[]): Disposable {
    return this.#authors.claim(
      this.#session.sessionId,
      paths.map((path) => join(this.#session.root, path)),
    )
  }

  /** Marks a command of this session as running in its folder, until disposed. */
  command(): Disposable {
    return this.#authors.command(this.#session.sessionId, this.#session.root)
  }

  /** Records this session's changes and notifies the others. */
  record(changes: readonly FoundChange[], by: WrittenBy): void {
    const { sessionId, root } = this.#session
    const paths = changes.map(({ path }) => join(root, path))
    const at = performance.now()
    for (const [index, path] of paths.entries()) {
      this.#authors.remember(path, { sessionId, ...by, at, after: changes[index]?.after ?? null })
    }
    this.#authors.announce({ sessionId, paths })
  }

  /** Calls `listener` with the paths, relative to this session's root, that another session changed. */
  onDidWrite(listener: (paths: readonly string[]) => void): Disposable {
    const { sessionId, root } = this.#session
    return this.#authors.onDidWrite((written) => {
      if (written.sessionId === sessionId) return
      const own = written.paths.filter((path) => isBelow(root, path))
      if (own.length > 0) listener(own.map((path) => below(path, root)))
    })
  }

  /**
   * Finds the other session that made each change; `undefined` if none did, or if it isn't certain. While a
   * command of this session runs, only exact writes of others count.
   */
  async find(
    changes: readonly FoundChange[],
    hasCommand: boolean,
  ): Promise<readonly (OtherSession | undefined)[]> {
    const found: (OtherSession | undefined | 'unknown')[] = []
    for (const change of changes) {
      found.push(await this.#findHere(change, hasCommand))
      if (found.length % MAX_LOOKUPS === 0) await nextTurn()
    }
    const needsLogs = found.includes('unknown') && changes.length <= MAX_LOOKUPS
    if (!needsLogs) return found.map((one) => (one === 'unknown' ? undefined : one))
    const logs = await this.#authors.readLogs(this.#session)
    return Promise.all(
      changes.map(async (change, index) => {
        const known = found[index]
        return known === 'unknown' ? await this.#findLogged(logs, change) : known
      }),
    )
  }

  /** Finds the session whose log has the latest matching write after `knownAt`. */
  async #findLogged(
    logs: readonly LoggedWrites[],
    { path, after }: FoundChange,
  ): Promise<OtherSession | undefined> {
    const { root, knownAt } = this.#session
    const writes = logs.flatMap((log) => {
      const write = log.writes[toPathIn(log.root, { root, path })]
      const isMatch = write && write.at > knownAt && isSame(write.after, after)
      return isMatch ? [{ sessionId: log.sessionId, ...write }] : []
    })
    const [latest] = writes.toSorted((one, other) => other.at - one.at)
    return latest && this.#authors.describe(latest.sessionId, latest.author)
  }

  /** Searches the writes of this host's sessions; `unknown` if only their logs can tell. */
  async #findHere(
    { path, after }: FoundChange,
    hasCommand: boolean,
  ): Promise<OtherSession | undefined | 'unknown'> {
    const { sessionId, root } = this.#session
    const absolute = join(root, path)
    await this.#authors.settle(sessionId, absolute)
    const write = this.#authors
      .findWrites(absolute)
      .findLast((one) => one.sessionId !== sessionId && isSame(one.after, after))
    if (write && (write.isExact || !hasCommand)) {
      return this.#authors.describe(write.sessionId, write.author)
    }
    if (hasCommand) return undefined
    const running = this.#authors.findCommand(sessionId, absolute)
    if (running) return this.#authors.describe(running, 'agent')
    this.#authors.forget(absolute)
    return 'unknown'
  }
}

/** Converts a path to the one that another session's agents use. Above its root, no write matches. */
function toPathIn(other: string, { root, path }: { readonly root: string; readonly path: string }) {
  return toAgentPath(other === root ? path : below(join(root, path), other))
}

/** Whether two contents are the same. Contents that weren't recorded can't be compared. */
function isSame(one: FileContent | null, other: FileContent | null): boolean {
  if (!one || !other) return one === other
  return one.hash !== null && one.hash === other.hash
}

function below(absolute: string, root: string): string {
  return relativeOf(root, absolute).split(sep).join('/')
}
