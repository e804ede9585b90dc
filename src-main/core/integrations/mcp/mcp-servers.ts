import { homedir } from 'node:os'
import type { Change } from '#shared/contract/procedures/host.ts'
import type { McpList } from '#shared/contract/procedures/mcp.ts'
import type { MissingServer } from '#shared/events/tool.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { Emitter } from '#shared/lib/emitter.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import { type McpEntry, secretsIn, transportOf } from '#shared/mcp/mcp-entry.ts'
import { describeDefinition } from '../../permissions/tool-definitions.ts'
import { agentEnvironmentOf, createAgentEnvironment } from '../../processes/agent-environment.ts'
import type { Found } from '../../project-files/startables.ts'
import { Network } from '../../providers/network/network.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { SecretStore } from '../../secrets/secret-encryption.ts'
import { getProject } from '../../sessions/session-rows.ts'
import type { Store } from '../../store/store.ts'
import type { DefinitionText } from '../../store/tables/rules.ts'
import { toMcpName } from '../../tools/catalogue/mcp-tool.ts'
import type { Args } from '../../tools/definition/define-tool.ts'
import type { ProjectTrust } from '../../trust/project-trust.ts'
import {
  type Configured,
  readConfigured,
  UntrustedError,
} from './configuration/configured-servers.ts'
import type { CallOptions } from './live-server.ts'
import { ProjectServers } from './project-servers.ts'
import type { ServerConnection } from './server-connection.ts'
import type { SignIn } from './sign-in.ts'
import { type Patience, USUAL_PATIENCE } from './timeouts.ts'
import type { McpTool } from './tools/read-tools.ts'
import type { McpResult } from './tools/to-result.ts'

export interface McpServersOptions {
  readonly store: Pick<Store, 'dataDir' | 'settings' | 'projects' | 'rules'>
  readonly trust: Pick<ProjectTrust, 'isEntryTrusted' | 'check'>
  readonly secrets: SecretStore
  /** Told of everything that nobody else is to see. */
  readonly hide: (secret: string) => void
  readonly env: Readonly<Record<string, string | undefined>>
  readonly homeDir?: string | undefined
  readonly version: string
  readonly clock: Clock
  readonly changes: Emitter<Change>
  readonly report: (error: unknown, doing: string) => void
  readonly patience?: Partial<Patience>
}

/** The servers of one project, as a run of it has them. */
export interface RunMcp {
  /** All that can be called now: others may come, and some go. */
  tools(): readonly McpTool[]
  /**
   * Waits a limited time for the servers that may be started. Returns those that the run goes without.
   */
  ready(signal: AbortSignal): Promise<readonly MissingServer[]>
  /** Whether there is such a tool, or may be once its server is there. */
  mayHave(name: string): boolean
  call(name: string, args: Args, options: CallOptions): Promise<McpResult>
}

/** A server of a project, or one that a person has everywhere. */
interface WhichServer {
  readonly projectId?: ProjectId | undefined
  readonly name: string
}

/** Stands for what belongs to no project. */
type Place = ProjectId | undefined

/** The MCP servers of a host: those of a project are started when it needs them, for it alone. */
export class McpServers implements AsyncDisposable {
  readonly #options: McpServersOptions
  readonly #patience: Patience
  readonly #network: Network
  readonly #byPlace = new Map<Place, ProjectServers>()
  /** What people are about to go through, by what it is kept as. */
  readonly #signIns = new Map<string, SignIn>()
  readonly #following: Disposable

  constructor(options: McpServersOptions) {
    this.#options = options
    this.#patience = { ...USUAL_PATIENCE, ...options.patience }
    this.#network = new Network(options.env)
    this.#following = options.changes.event((change) => this.#follow(change))
  }

  /** Has a project's servers started, and answers at once: what is there already can be called. */
  forRun(projectId: ProjectId): RunMcp {
    const servers = this.#of(projectId)
    this.#inBackground(async () => {
      await servers.sync()
      servers.begin()
      servers.reconsider()
    })
    return {
      tools: () => servers.tools(),
      ready: (signal) => this.#ready(servers, signal),
      mayHave: (name) => servers.mayHave(name),
      call: (name, args, options) => servers.call(name, args, options),
    }
  }

  async list(place: Place, { isSettled = false } = {}): Promise<McpList> {
    const servers = this.#of(place)
    await servers.sync()
    servers.begin()
    if (isSettled) await servers.settled()
    return { servers: await servers.describe(), malformed: [...servers.problems] }
  }

  /** Returns the definition of a tool that is connected, by the name that agents have for it. */
  findDefinition(projectId: ProjectId, name: string): DefinitionText | undefined {
    const found = this.#of(projectId)
      .listed()
      .find((one) => one.name === name)
    return found && describeDefinition(found.definition)
  }

  /** Lets the project's permissions that were given before their tool was seen cover it as it is now. */
  async coverSeenTools(projectId: ProjectId): Promise<void> {
    const { rules } = this.#options.store
    const tools = this.#of(projectId).listed()
    const waiting = rules.list(projectId).filter(({ ruleId }) => !rules.findDefinition(ruleId))
    for (const { ruleId, tool } of waiting) {
      const found = tools.find(({ name }) => name === tool)
      const definition = found && describeDefinition(found.definition)
      if (definition) await rules.setDefinition([ruleId], definition)
    }
  }

  /** Returns the name that agents have for a tool. Fails if there is no such server. */
  async toolName({ projectId, name }: WhichServer, tool: string): Promise<string> {
    const { key } = await this.#find(projectId, name)
    const listed = this.#of(projectId).listed()
    const known = listed.find((one) => one.server === name && one.tool === tool)
    return known?.name ?? toMcpName(key, tool)
  }

  async restart({ projectId, name }: WhichServer): Promise<void> {
    const servers = this.#of(projectId)
    await servers.sync()
    await servers.restart(name)
  }

  /** Answers with where a person goes on; the server is connected to once they are back. */
  async authorise({ projectId, name }: WhichServer): Promise<{ url: string }> {
    const configured = await this.#find(projectId, name)
    if (!configured.isTrusted) throw new AppError('denied', 'Trust it first, in Settings › Trust.')
    if (transportOf(configured.entry) === 'stdio' || transportOf(configured.entry) === 'docker') {
      throw new AppError('unsupported', 'A program of this machine asks for no sign-in here.')
    }
    const kept = this.#tokensOf(projectId, configured)
    this.#signIns.get(kept)?.[Symbol.dispose]()
    const { beginSignIn } = await import('./sign-in.ts')
    const signIn = await beginSignIn({
      transport: await this.#transportOf(projectId, configured),
      keeper: { secrets: this.#options.secrets, hide: this.#options.hide, name: kept },
      connectMs: this.#patience.connectMs,
      onDone: (error) => this.#signedIn({ projectId, name }, kept, error),
    })
    this.#signIns.set(kept, signIn)
    return { url: signIn.url }
  }

  async signOut({ projectId, name }: WhichServer): Promise<void> {
    const configured = await this.#find(projectId, name)
    await this.#options.secrets.remove(this.#tokensOf(projectId, configured))
    this.#options.changes.fire({ topic: 'mcp' })
    await this.restart({ projectId, name })
  }

  /** Keeps one of the person's own. What the entry does not refer to any more is forgotten. */
  async save(
    name: string,
    entry: McpEntry,
    secrets: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const before = this.#options.store.settings.read().mcp.servers[name]
    for (const [secret, value] of Object.entries(secrets)) {
      this.#options.hide(value)
      await this.#options.secrets.set(secretName(name, secret), value)
    }
    await this.#edit((servers) => ({ ...servers, [name]: entry }))
    const named = new Set(secretsIn(entry))
    await this.#forget(name, before ? secretsIn(before).filter((one) => !named.has(one)) : [])
    // The same entry may stand for another secret now.
    const isSame = JSON.stringify(before) === JSON.stringify(entry)
    if (isSame) await this.#restartEverywhere(name)
  }

  async remove(name: string): Promise<void> {
    const entry = this.#options.store.settings.read().mcp.servers[name]
    if (!entry) throw new AppError('not-found', `You have no MCP server “${name}”.`)
    await this.#edit(({ [name]: _, ...others }) => others)
    await this.#forget(name, secretsIn(entry))
    await this.#options.secrets.remove(tokenName('own', name, entry))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#following[Symbol.dispose]()
    for (const signIn of this.#signIns.values()) signIn[Symbol.dispose]()
    await Promise.all([...this.#byPlace.values()].map((one) => one[Symbol.asyncDispose]()))
    await this.#network[Symbol.asyncDispose]()
  }

  async #ready(servers: ProjectServers, signal: AbortSignal): Promise<readonly MissingServer[]> {
    const { firstCallMs } = this.#patience
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(firstCallMs)])
    try {
      return await servers.ready(inTime)
    } catch (error) {
      // A project whose entries can't be read has no servers to wait for.
      if (!AppError.is(error)) throw error
      return []
    }
  }

  #of(place: Place): ProjectServers {
    const known = this.#byPlace.get(place)
    if (known) return known
    const { clock, changes, secrets } = this.#options
    const servers = new ProjectServers({
      clock,
      idleMs: this.#patience.idleMs,
      read: () => this.#read(place),
      connect: (configured) => this.#connect(place, configured),
      isSignedIn: async (one) =>
        (await secrets.find(this.#tokensOf(place, one)).catch(() => undefined)) !== undefined,
      onDidChange: () => changes.fire({ topic: 'mcp' }),
    })
    this.#byPlace.set(place, servers)
    return servers
  }

  async #read(place: Place) {
    const { store, trust } = this.#options
    const own = store.settings.read().mcp
    if (place === undefined) return readConfigured({ own, isTrusted: () => false })
    const isTrusted = (found: Found) => trust.isEntryTrusted(place, found)
    return readConfigured({ own, root: getProject(store, place).path, isTrusted })
  }

  async #find(place: Place, name: string): Promise<Configured> {
    const servers = this.#of(place)
    await servers.sync()
    return servers.get(name)
  }

  async #connect(place: Place, configured: Configured): Promise<ServerConnection> {
    const { ServerConnection } = await import('./server-connection.ts')
    const { clock, changes, version } = this.#options
    const { name, entry } = configured
    return new ServerConnection({
      name,
      clock,
      patience: this.#patience,
      onDidChange: () => {
        changes.fire({ topic: 'mcp' })
        if (place !== undefined) this.#inBackground(() => this.coverSeenTools(place))
      },
      open: async (hooks) => {
        await this.#checkTrust(place, configured)
        const { openServer } = await import('./open-server.ts')
        const { connectMs, callMs } = this.#patience
        const timeoutMs = entry.timeout ?? callMs
        const live = { ...hooks, version, root: this.#rootOf(place), timeoutMs, connectMs }
        const transport = await this.#transportOf(place, configured)
        const keeper = await this.#findKeeper(place, configured)
        return openServer({ ...transport, ...(keeper && { keeper }), live })
      },
    })
  }

  /** Throws `UntrustedError` where files changed since a project's server was trusted. */
  async #checkTrust(place: Place, { source, hash }: Configured): Promise<void> {
    if (place === undefined || source === 'own' || hash === undefined) return
    try {
      await this.#options.trust.check(
        { projectId: place, root: this.#rootOf(place) },
        'server',
        hash,
      )
    } catch (error) {
      throw AppError.is(error) && error.code === 'denied'
        ? new UntrustedError(error.message)
        : error
    }
  }

  async #transportOf(place: Place, { name, source, entry }: Configured) {
    const { store, env, secrets, hide } = this.#options
    const root = this.#rootOf(place)
    const findSecret = (secret: string) => secrets.find(secretName(name, secret))
    const { expandEntry } = await import('./configuration/expand-variables.ts')
    const isOwn = source === 'own'
    const expanded = await expandEntry(entry, { env, root, ...(isOwn && { findSecret }) })
    for (const secret of expanded.secrets) hide(secret)
    const [{ boundFetch }, { repairFetch }, { MAX_MESSAGE_BYTES }] = await Promise.all([
      import('./transport/limit-body-size.ts'),
      import('./transport/repair-messages.ts'),
      import('./transport/program-transport.ts'),
    ])
    const fetch = repairFetch(boundFetch(this.#network.fetch, MAX_MESSAGE_BYTES))
    const given =
      place === undefined
        ? createAgentEnvironment(env, undefined, store.dataDir)
        : agentEnvironmentOf(store, env, place)
    return { entry: expanded.entry, env: given, root, fetch }
  }

  /** Absent: nobody has signed in. */
  async #findKeeper(place: Place, configured: Configured) {
    const { secrets, hide } = this.#options
    const name = this.#tokensOf(place, configured)
    if ((await secrets.find(name).catch(() => undefined)) === undefined) return undefined
    const { OAuthKeeper } = await import('./transport/oauth-tokens.ts')
    return new OAuthKeeper({ secrets, hide, name })
  }

  #tokensOf(place: Place, { source, name, entry }: Configured): string {
    return tokenName(source === 'own' ? 'own' : (place ?? 'own'), name, entry)
  }

  #rootOf(place: Place): string {
    const { store, homeDir = homedir() } = this.#options
    return place === undefined ? homeDir : getProject(store, place).path
  }

  #signedIn(which: WhichServer, kept: string, error: string | undefined): void {
    this.#signIns.delete(kept)
    if (error === undefined) this.#inBackground(() => this.restart(which))
    else this.#of(which.projectId).tell(which.name, error)
  }

  async #edit(
    edit: (servers: Readonly<Record<string, McpEntry>>) => Record<string, McpEntry>,
  ): Promise<void> {
    const { store, changes } = this.#options
    await store.settings.edit(({ mcp }) => ({ mcp: { ...mcp, servers: edit(mcp.servers) } }))
    await Promise.all([...this.#byPlace.values()].map((one) => one.sync()))
    changes.fire({ topic: 'settings' })
    changes.fire({ topic: 'mcp' })
  }

  async #forget(server: string, names: readonly string[]): Promise<void> {
    for (const name of names) await this.#options.secrets.remove(secretName(server, name))
  }

  async #restartEverywhere(name: string): Promise<void> {
    const restarted = [...this.#byPlace.values()].map(async (servers) => {
      if (servers.has(name)) await servers.restart(name)
    })
    await Promise.all(restarted)
  }

  /** What is trusted, named or chosen may be another now, and so may the scripts that are named. */
  #follow(change: Change): void {
    const isOf = (place: Place) =>
      change.topic === 'policy' || (change.topic === 'files' && change.projectId === place)
    for (const [place, servers] of this.#byPlace) {
      if (place === undefined || !isOf(place)) continue
      this.#inBackground(async () => {
        await servers.sync()
        if (change.topic === 'policy') servers.reconsider()
      })
    }
  }

  #inBackground(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (!AppError.is(error)) this.#options.report(error, 'looking after MCP servers')
    })
  }
}

function secretName(server: string, name: string): string {
  return `mcp secret ${server} ${name}`
}

/** Tokens are for one address: another entry under the name has none. */
function tokenName(whose: string, server: string, { url = '' }: McpEntry): string {
  return `mcp sign-in ${whose} ${server} ${url}`
}
