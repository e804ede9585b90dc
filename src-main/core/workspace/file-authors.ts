import { join, relative as relativeOf, sep } from 'node:path'
import type { OtherSession } from '#shared/events/file.ts'
import type { FileContent } from '#shared/events/value.ts'
import type { SessionId } from '#shared/ids.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { LastWrite } from '../log/session-summary.ts'
import type { Store } from '../log/store.ts'
import { toAgentPath } from './agent-path.ts'

/** Paths whose writes are remembered; the oldest are forgotten first. */
const MAX_PATHS = 5_000
/** For so long, writes before a path's last one are remembered: whoever looks may have read one of them. */
const RECENT_MS = 30_000
/** Of more changes found at once, the logs of other sessions aren't asked. */
const MAX_LOOKUPS = 200

type WhoWrote = OtherSession['author']

interface Write {
  readonly sessionId: SessionId
  readonly author: WhoWrote
  readonly after: FileContent | null
  /** A file tool or the editor wrote this. Not exact: it changed while a command of the session ran. */
  readonly isExact: boolean
  /** Monotonic, in milliseconds. */
  readonly at: number
}

/** A change under way of files at and below some absolute paths. */
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

/** What a session wrote last, by path as its agents see it. */
interface LoggedWrites {
  readonly sessionId: SessionId
  readonly root: string
  readonly writes: Readonly<Record<string, LastWrite>>
}

/** A file that was found changed. `path` is below the session's root. */
export interface FoundChange {
  readonly path: string
  readonly after: FileContent | null
}

export interface AuthorsOf {
  readonly sessionId: SessionId
  /** The real folder that the session works in. */
  readonly root: string
  /** When the session's log last heard of its files, in milliseconds since the epoch. */
  readonly knownAt: number
}

/**
 * Knows which session of the host changed a file on disk, so that others that work in the same folder
 * can record its author.
 */
export class FileAuthors implements Disposable {
  readonly #store: Store
  /** By absolute path, those written last at the end; the writes of each in order. */
  readonly #writes = new Map<string, readonly Write[]>()
  readonly #claims = new Set<Claim>()
  /** Sessions with commands under way, and the folders these run in. */
  readonly #commands = new Set<{ readonly sessionId: SessionId; readonly root: string }>()
  readonly #written = new Emitter<Written>()

  constructor(store: Store) {
    this.#store = store
  }

  ofSession(of: AuthorsOf): SessionAuthors {
    return new SessionAuthors(this, of)
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

  /** Resolves once no other session is in the middle of changing the file. */
  async settle(sessionId: SessionId, path: string): Promise<void> {
    const claims = [...this.#claims].filter(
      (claim) => claim.sessionId !== sessionId && claim.paths.some((one) => isBelow(path, one)),
    )
    await Promise.all(claims.map(({ done }) => done))
  }

  findWrites(path: string): readonly Write[] {
    return this.#writes.get(path) ?? []
  }

  /** None of the sessions wrote what is in the file now. */
  forget(path: string): void {
    this.#writes.delete(path)
  }

  /** The only other session with a command under way in a folder that holds the file. */
  findCommand(sessionId: SessionId, path: string): SessionId | undefined {
    const running = [...this.#commands].filter(
      (command) => command.sessionId !== sessionId && isBelow(path, command.root),
    )
    const [first] = running
    return running.every((one) => one.sessionId === first?.sessionId) ? first?.sessionId : undefined
  }

  /** Reads what the other sessions that work in the folder, above or below it wrote last. */
  async readLogs({ sessionId, root }: AuthorsOf): Promise<readonly LoggedWrites[]> {
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

  /** `undefined` where the session is no longer there. */
  async describe(id: SessionId, author: WhoWrote): Promise<OtherSession | undefined> {
    if (!this.#store.sessions.find(id)) return undefined
    await this.#store.summaries.load([id])
    const summary = this.#store.summaries.of(id)
    return summary && { id, title: summary.title, author }
  }

  [Symbol.dispose](): void {
    this.#written[Symbol.dispose]()
  }
}

/** The authors of a folder's files, as one of the sessions that work in it sees them. */
export class SessionAuthors {
  readonly #authors: FileAuthors
  readonly #of: AuthorsOf

  constructor(authors: FileAuthors, of: AuthorsOf) {
    this.#authors = authors
    this.#of = of
  }

  /** Until it is disposed, this session changes files at and below these paths. */
  claim(paths: readonly string[]): Disposable {
    return this.#authors.claim(
      this.#of.sessionId,
      paths.map((path) => join(this.#of.root, path)),
    )
  }

  /** Until it is disposed, a command of this session runs in the folder. */
  command(): Disposable {
    return this.#authors.command(this.#of.sessionId, this.#of.root)
  }

  /** Remembers what this session changed, and tells the others. */
  record(changes: readonly FoundChange[], by: Pick<Write, 'author' | 'isExact'>): void {
    const { sessionId, root } = this.#of
    const paths = changes.map(({ path }) => join(root, path))
    const at = performance.now()
    for (const [index, path] of paths.entries()) {
      this.#authors.remember(path, { sessionId, ...by, at, after: changes[index]?.after ?? null })
    }
    this.#authors.announce({ sessionId, paths })
  }

  /** Called with paths below this session's root that another session changed. */
  onDidWrite(listener: (paths: readonly string[]) => void): Disposable {
    const { sessionId, root } = this.#of
    return this.#authors.onDidWrite((written) => {
      if (written.sessionId === sessionId) return
      const own = written.paths.filter((path) => isBelow(path, root))
      if (own.length > 0) listener(own.map((path) => below(path, root)))
    })
  }

  /**
   * Finds the other sessions that made these changes; `undefined` where it was none of them, or is in
   * doubt. While a command of this session runs, only exact writes of others count.
   */
  async find(
    changes: readonly FoundChange[],
    hasCommand: boolean,
  ): Promise<readonly (OtherSession | undefined)[]> {
    const found: (OtherSession | undefined | 'unknown')[] = []
    for (const change of changes) found.push(await this.#findHere(change, hasCommand))
    const areLogsAsked = found.includes('unknown') && changes.length <= MAX_LOOKUPS
    const logs = areLogsAsked ? await this.#authors.readLogs(this.#of) : []
    return Promise.all(
      changes.map(async (change, index) => {
        const known = found[index]
        return known === 'unknown' ? await this.#findLogged(logs, change) : known
      }),
    )
  }

  /** The session whose log says that it left the file so, last and since this one heard of its files. */
  async #findLogged(
    logs: readonly LoggedWrites[],
    { path, after }: FoundChange,
  ): Promise<OtherSession | undefined> {
    const { root, knownAt } = this.#of
    const writes = logs.flatMap((log) => {
      const write = log.writes[toPathIn(log.root, { root, path })]
      const isIt = write && write.at > knownAt && isSame(write.after, after)
      return isIt ? [{ sessionId: log.sessionId, ...write }] : []
    })
    const [latest] = writes.toSorted((one, other) => other.at - one.at)
    return latest && this.#authors.describe(latest.sessionId, latest.author)
  }

  /** `unknown`: nothing that this host has seen tells. */
  async #findHere(
    { path, after }: FoundChange,
    hasCommand: boolean,
  ): Promise<OtherSession | undefined | 'unknown'> {
    const { sessionId, root } = this.#of
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

/** How the agents of another session see a path; those above its root are nowhere. */
function toPathIn(other: string, { root, path }: { readonly root: string; readonly path: string }) {
  return toAgentPath(other === root ? path : below(join(root, path), other))
}

/** The same as far as is known: a content that was not recorded could be any. */
function isSame(one: FileContent | null, other: FileContent | null): boolean {
  if (!one || !other) return one === other
  return one.hash !== null && one.hash === other.hash
}

function below(absolute: string, root: string): string {
  return relativeOf(root, absolute).split(sep).join('/')
}

function isBelow(absolute: string, folder: string): boolean {
  const path = below(absolute, folder)
  return path !== '..' && !path.startsWith('../') && !/^(?:[A-Za-z]:|\/)/u.test(path)
}
