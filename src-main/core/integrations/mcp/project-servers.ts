import { once } from 'node:events'
import type { McpServer } from '#shared/contract/procedures/mcp.ts'
import type { MissingServer } from '#shared/events/tool.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { transportOf } from '#shared/mcp/mcp-entry.ts'
import type { Clock } from '../../runtime/clock.ts'
import { orAborted } from '../../runtime/or-aborted.ts'
import { splitMcpName } from '../../tools/catalogue/mcp-tool.ts'
import type { Args } from '../../tools/definition/define-tool.ts'
import {
  type Configured,
  type ConfiguredList,
  commandLineOf,
} from './configuration/configured-servers.ts'
import type { CallOptions } from './live-server.ts'
import type { ServerConnection } from './server-connection.ts'
import { MAX_TOOLS, type McpTool, nameTools, type ServerTools } from './tools/read-tools.ts'
import type { McpResult } from './tools/to-result.ts'

interface ProjectServersOptions {
  readonly clock: Clock
  /** How long servers stay that nobody needs. */
  readonly idleMs: number
  /** Reads which servers there are to be. */
  readonly read: () => Promise<ConfiguredList>
  /** Makes what connects to one; nothing is started yet. */
  readonly connect: (configured: Configured) => Promise<ServerConnection>
  readonly isSignedIn: (configured: Configured) => Promise<boolean>
  /** They are others now, or otherwise. */
  readonly onDidChange: () => void
}

interface Known {
  readonly configured: Configured
  /** Absent: it is not to be connected to. */
  readonly connection?: ServerConnection
  readonly since: number
}

interface Named {
  readonly servers: readonly ServerTools[]
  readonly tools: readonly McpTool[]
}

/** The servers of one project, as they are named now. */
export class ProjectServers implements AsyncDisposable {
  readonly #options: ProjectServersOptions
  #known: ReadonlyMap<string, Known> = new Map()
  #malformed: ConfiguredList['malformed'] = []
  #hidden: ConfiguredList['hidden'] = []
  #syncing: Promise<void> = Promise.resolve()
  /** Waits for its turn: whoever asks meanwhile is served by it as well. */
  #next: Promise<void> | undefined
  #isSynced = false
  #isBegun = false
  #isDisposed = false
  #calls = 0
  /** As they were named last: they are asked for at each step of a model. */
  #named: Named = { servers: [], tools: [] }
  #idle: NodeJS.Timeout | undefined

  constructor(options: ProjectServersOptions) {
    this.#options = options
  }

  /** Has those that are named now, and ends those that are named or trusted no more. */
  sync(): Promise<void> {
    if (this.#next) return this.#next
    const synced = this.#syncing.then(() => {
      this.#next = undefined
      return this.#sync()
    })
    this.#next = synced
    this.#syncing = synced.catch(() => undefined)
    return synced
  }

  /** Has them connected to, by and by. */
  begin(): void {
    this.#isBegun = true
    this.#touch()
    for (const { connection } of this.#known.values()) connection?.begin()
  }

  /** Connects to those whose files had changed since they were trusted: they may be trusted now. */
  reconsider(): void {
    for (const { connection } of this.#known.values()) connection?.reconsider()
  }

  async settled(): Promise<void> {
    await Promise.all([...this.#known.values()].map(async (one) => one.connection?.settled()))
  }

  /**
   * Connects to the servers, and waits until each is ready or has failed, or until `signal` is aborted,
   * which is no error. Returns those that can't be called.
   */
  async ready(signal: AbortSignal): Promise<readonly MissingServer[]> {
    await this.sync()
    this.begin()
    const settled = [...this.#known.values()].map(async (one) => one.connection?.firstSettled())
    await Promise.race([Promise.all(settled), whenAborted(signal)])
    const malformed = this.#malformed.map(
      ({ name, file, error }): MissingServer => ({ name: name ?? file, why: 'malformed', error }),
    )
    return [...[...this.#known.values()].flatMap((one) => toMissing(one) ?? []), ...malformed]
  }

  /** Entries that can't be used, with the reason. */
  get problems(): readonly { readonly file: string; readonly error: string }[] {
    return [...this.#malformed, ...this.#hidden].map(({ file, error }) => ({ file, error }))
  }

  /** All that can be called now. Whoever asks needs them: they are started where they are not. */
  tools(): readonly McpTool[] {
    if (this.#isBegun) this.begin()
    return this.#tools()
  }

  /** All that can be called now; starts nothing. */
  listed(): readonly McpTool[] {
    return this.#tools()
  }

  #tools(): readonly McpTool[] {
    const servers = [...this.#known.values()].flatMap(({ configured, connection }) =>
      connection
        ? [{ name: configured.name, key: configured.key, tools: connection.listed.tools }]
        : [],
    )
    if (!isSame(servers, this.#named.servers)) this.#named = { servers, tools: nameTools(servers) }
    return this.#named.tools
  }

  /** Whether there is such a tool, or may be once its server is there. */
  mayHave(name: string): boolean {
    if (!this.#isSynced || this.#tools().some((one) => one.name === name)) return true
    return this.#keyed(name)?.standing.type === 'connecting'
  }

  /** Fails with a sentence where there is no such tool, or its server can't be called. */
  async call(name: string, args: Args, options: CallOptions): Promise<McpResult> {
    this.#calls += 1
    try {
      return await this.#call(name, args, options)
    } finally {
      this.#calls -= 1
      this.#touch()
    }
  }

  /** The one of this name. */
  get(name: string): Configured {
    return this.#get(name).configured
  }

  /** Whether one of this name is there to be connected to. */
  has(name: string): boolean {
    return this.#known.get(name)?.connection !== undefined
  }

  /** Says why a sign-in to it did not come about. */
  tell(name: string, error: string): void {
    this.#known.get(name)?.connection?.tell(error)
  }

  async restart(name: string): Promise<void> {
    const { connection, configured } = this.#get(name)
    if (!connection) throw new AppError('denied', whyNotStarted(configured))
    await connection.restart()
  }

  async describe(): Promise<McpServer[]> {
    const tools = this.#tools()
    const described = [...this.#known.values()].map((one) => this.#describe(one, tools))
    return (await Promise.all(described)).toSorted((a, b) => a.name.localeCompare(b.name))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    clearTimeout(this.#idle)
    await this.#syncing
    await Promise.all([...this.#known.values()].map(leave))
    this.#known = new Map()
  }

  async #call(name: string, args: Args, options: CallOptions): Promise<McpResult> {
    const { signal } = options
    await orAborted(this.#syncing, signal)
    const awaited = this.#keyed(name)
    if (awaited) await orAborted(awaited.settled(), signal)
    const found = this.#tools().find((one) => one.name === name)
    const connection = found && this.#known.get(found.server)?.connection
    if (!connection) {
      throw new AppError('not-found', `There is no tool "${name}" any more: its server is gone.`)
    }
    const [{ toResult }, result] = await Promise.all([
      import('./tools/to-result.ts'),
      connection.call(found.tool, args, options),
    ])
    return toResult(result)
  }

  /** They stay for a while after they were needed last. */
  #touch(): void {
    clearTimeout(this.#idle)
    if (!this.#isDisposed) this.#idle = setTimeout(() => this.#rest(), this.#options.idleMs).unref()
  }

  #rest(): void {
    if (this.#calls > 0) return
    for (const { connection } of this.#known.values()) void connection?.rest()
  }

  #keyed(name: string): ServerConnection | undefined {
    const { server } = splitMcpName(name)
    return [...this.#known.values()].find(({ configured }) => configured.key === server)?.connection
  }

  #get(name: string): Known {
    const known = this.#known.get(name)
    if (known) return known
    throw new AppError('not-found', `There is no MCP server “${name}” here.`)
  }

  async #sync(): Promise<void> {
    if (this.#isDisposed) return
    const { servers, malformed, hidden } = await this.#options.read()
    const before = this.#known
    const known = await Promise.all(servers.map((one) => this.#keepOrMake(one)))
    this.#known = new Map(known.map((one) => [one.configured.name, one]))
    this.#malformed = malformed
    this.#hidden = hidden
    this.#isSynced = true
    const kept = new Set(known)
    const left = [...before.values()].filter((one) => !kept.has(one))
    const isUnchanged = left.length === 0 && before.size === known.length
    if (this.#isBegun) this.begin()
    if (!isUnchanged) this.#options.onDidChange()
    await Promise.all(left.map(leave))
  }

  /** Whatever is said of one, another one is meant by it. */
  async #keepOrMake(configured: Configured): Promise<Known> {
    const known = this.#known.get(configured.name)
    if (known && JSON.stringify(known.configured) === JSON.stringify(configured)) return known
    const since = this.#options.clock.now()
    if (!configured.isTrusted || configured.entry.disabled) return { configured, since }
    return { configured, since, connection: await this.#options.connect(configured) }
  }

  async #describe(
    { configured, connection, since }: Known,
    all: readonly McpTool[],
  ): Promise<McpServer> {
    const { name, source, file, entry, hash, isTrusted } = configured
    const { standing, version } = connection ?? {}
    const tools = all.filter(({ server }) => server === name)
    const { tools: listed = [], leftOut = [] } = connection?.listed ?? {}
    const error = standing?.error ?? tellLeftOut(listed.length, tools.length)
    return {
      name,
      source,
      ...(file !== undefined && { file }),
      transport: transportOf(entry),
      words: commandLineOf(entry),
      state: standing?.type ?? (isTrusted ? 'off' : 'untrusted'),
      since: standing?.since ?? since,
      ...(error !== undefined && { error }),
      ...(standing?.retryAt !== undefined && { retryAt: standing.retryAt }),
      ...(hash !== undefined && { hash }),
      isSignedIn: await this.#options.isSignedIn(configured),
      ...(version !== undefined && { version }),
      tools: tools.map((one) => ({
        name: one.name,
        tool: one.tool,
        description: one.description,
        claims: [...one.claims],
      })),
      leftOut: [...leftOut],
      ...(source === 'own' && { entry }),
    }
  }
}

async function whenAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

function toMissing({ configured, connection }: Known): MissingServer | undefined {
  const { name, isTrusted, entry } = configured
  if (entry.disabled) return undefined
  if (!isTrusted) return { name, why: 'untrusted' }
  const { type, error } = connection?.standing ?? { type: 'connecting' }
  if (type === 'ready') return undefined
  const why = type === 'idle' ? 'connecting' : type
  return { name, why, ...(error !== undefined && { error }) }
}

function isSame(some: readonly ServerTools[], others: readonly ServerTools[]): boolean {
  return some.length === others.length && some.every((one, index) => isOneOf(one, others[index]))
}

function isOneOf({ name, key, tools }: ServerTools, other: ServerTools | undefined): boolean {
  return name === other?.name && key === other.key && tools === other.tools
}

function tellLeftOut(listed: number, offered: number): string | undefined {
  if (listed === offered) return undefined
  return `${listed - offered} of its ${listed} tools are left out: agents are told of ${MAX_TOOLS} tools of MCP servers at most. Switch off a server that is not needed.`
}

async function leave({ connection }: Known): Promise<void> {
  await connection?.[Symbol.asyncDispose]()
}

function whyNotStarted({ name, isTrusted }: Configured): string {
  return isTrusted
    ? `The MCP server “${name}” is switched off.`
    : `The MCP server “${name}” is named by the project’s own files, and is not trusted. Trust it in Settings › Trust.`
}
