import { AppError } from '#shared/lib/app-error.ts'
import { type Stamp, stampDependencies } from '../../code/scan-files.ts'
import type { ServerDefinition } from './define.ts'
import { LanguageServer } from './language-server.ts'
import { unavailable } from './server-process.ts'

export interface PoolLimits {
  /** How long an answer may take. */
  readonly limitMs: number
  /** How long one that nobody asks is kept. */
  readonly idleMs: number
  /** How long one that failed is left alone, doubled each time it fails again. */
  readonly backOffMs: number
  readonly maxServers: number
}

export const POOL_LIMITS: PoolLimits = {
  limitMs: 20_000,
  idleMs: 5 * 60_000,
  backOffMs: 1_000,
  maxServers: 6,
}

const MAX_BACK_OFF_MS = 60_000

interface StartOptions {
  readonly root: string
  readonly definition: ServerDefinition
}

interface Entry {
  readonly server: LanguageServer
  readonly dependencies: Stamp
  holders: number
  idle?: NodeJS.Timeout
}

interface Failure {
  readonly count: number
  readonly why: string
  /** Until when it is left alone. */
  readonly until: number
}

/** The servers at work: one for each definition and folder, started when first asked. */
export class ServerPool implements AsyncDisposable {
  readonly #limits: PoolLimits
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>()
  readonly #failures = new Map<string, Failure>()
  readonly #ending = new Set<Promise<void>>()

  constructor(limits: PoolLimits) {
    this.#limits = limits
  }

  /** Keeps the server from being ended as idle while `work` is under way. */
  async use<T>(
    root: string,
    definition: ServerDefinition,
    work: (server: LanguageServer) => Promise<T>,
  ): Promise<T> {
    const key = JSON.stringify([root, definition])
    const entry = this.#entry(key, root, definition)
    clearTimeout(entry.idle)
    entry.holders += 1
    try {
      const done = await work(entry.server)
      this.#failures.delete(key)
      return done
    } finally {
      entry.holders -= 1
      this.#keepAWhile(key, entry)
    }
  }

  /** Whether one is at work that need not be started again. */
  isRunning(root: string, definition: ServerDefinition): boolean {
    const entry = this.#entries.get(JSON.stringify([root, definition]))
    if (!entry || entry.server.why !== undefined) return false
    return entry.holders > 0 || entry.dependencies === stampDependencies(root)
  }

  /** Ends those of a folder, or all. */
  async end(root?: string): Promise<void> {
    const wanted = [...this.#entries].filter(([key]) => !root || JSON.parse(key)[0] === root)
    for (const [key, entry] of wanted) this.#end(key, entry)
    await Promise.all(this.#ending)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end()
  }

  #entry(key: string, root: string, definition: ServerDefinition): Entry {
    const dependencies = stampDependencies(root)
    const known = this.#entries.get(key)
    if (known?.server.why !== undefined) this.#ended(key, known, known.server.why)
    // What lies among the packages is not watched: one that knew others begins anew.
    if (known && known.dependencies !== dependencies && known.holders === 0) this.#end(key, known)
    const entry = this.#entries.get(key) ?? this.#start(key, { root, definition, dependencies })
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }

  #start(key: string, { dependencies, ...of }: Pick<Entry, 'dependencies'> & StartOptions): Entry {
    this.#refuseFailing(key, of.definition)
    const server = new LanguageServer({ ...of, limitMs: this.#limits.limitMs })
    const entry: Entry = { server, dependencies, holders: 0 }
    void server.ended.then((why) => this.#ended(key, entry, why))
    const idle = [...this.#entries].filter(([, { holders }]) => holders === 0)
    const tooMany = this.#entries.size + 1 - this.#limits.maxServers
    for (const [other, old] of idle.slice(0, Math.max(0, tooMany))) this.#end(other, old)
    return entry
  }

  #refuseFailing(key: string, { title }: ServerDefinition): void {
    const failure = this.#failures.get(key)
    const waitMs = (failure?.until ?? 0) - performance.now()
    if (!failure || waitMs <= 0) return
    const again = `It is started again in ${Math.ceil(waitMs / 1_000)} s at the earliest.`
    const { code, message } = unavailable(title, failure.why)
    throw new AppError(code, `${message} ${again}`)
  }

  #ended(key: string, entry: Entry, why: string): void {
    if (this.#entries.get(key) !== entry) return
    this.#entries.delete(key)
    clearTimeout(entry.idle)
    const count = (this.#failures.get(key)?.count ?? 0) + 1
    const waitMs = Math.min(this.#limits.backOffMs * 2 ** (count - 1), MAX_BACK_OFF_MS)
    this.#failures.set(key, { count, why, until: performance.now() + waitMs })
    this.#dispose(entry)
  }

  #keepAWhile(key: string, entry: Entry): void {
    if (entry.holders > 0 || this.#entries.get(key) !== entry) return
    entry.idle = setTimeout(() => this.#end(key, entry), this.#limits.idleMs).unref()
  }

  #end(key: string, entry: Entry): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key)
    clearTimeout(entry.idle)
    this.#dispose(entry)
  }

  #dispose({ server }: Entry): void {
    const ending = server[Symbol.asyncDispose]().finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
  }
}

/** A pool as one request may use it: servers whose files nobody has compared yet are used only if they run already. */
export class LimitedPool implements Pick<ServerPool, 'use'> {
  readonly #pool: ServerPool
  readonly #unstartable: ReadonlySet<string>
  /** Servers that were needed, by the hash of their entry. */
  readonly refused = new Set<string>()

  constructor(pool: ServerPool, unstartable: readonly string[]) {
    this.#pool = pool
    this.#unstartable = new Set(unstartable)
  }

  /** Throws `denied` for a server that may not be started. */
  use: ServerPool['use'] = async (root, definition, work) => {
    const { entryHash } = definition
    const isLimited = entryHash !== undefined && this.#unstartable.has(entryHash)
    if (!isLimited || this.#pool.isRunning(root, definition)) {
      return this.#pool.use(root, definition, work)
    }
    this.refused.add(entryHash)
    throw notTrusted(definition)
  }
}

function notTrusted({ title }: ServerDefinition): AppError {
  return new AppError('denied', `The ${title} server is not trusted.`)
}
