import { once } from 'node:events'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import type { Change } from '#shared/contract/procedures/host.ts'
import type { McpServer } from '#shared/contract/procedures/mcp.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import { McpEntry } from '#shared/mcp/mcp-entry.ts'
import { McpServers } from '../../src-main/core/integrations/mcp/mcp-servers.ts'
import type { Patience } from '../../src-main/core/integrations/mcp/timeouts.ts'
import type { McpResult } from '../../src-main/core/integrations/mcp/tools/to-result.ts'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { createIds } from '../../src-main/core/runtime/ids.ts'
import {
  fileCipher,
  openSecretStore,
  type SecretStore,
} from '../../src-main/core/secrets/secret-encryption.ts'
import type { Store } from '../../src-main/core/store/store.ts'
import { ProjectTrust } from '../../src-main/core/trust/project-trust.ts'
import { openFixture, temporaryFolder } from './store-fixture.ts'

/** For tests: what an entry names is started with the Node that runs the test. */
export function scripted(...manners: readonly string[]) {
  return {
    command: process.execPath,
    args: [join(import.meta.dirname, 'scripted-mcp-server.ts'), ...manners],
  }
}

const modules = resolve(import.meta.dirname, '../../node_modules/@modelcontextprotocol')
/** MCP's own reference servers. */
export const everything = join(modules, 'server-everything/dist/index.js')
export const filesystem = join(modules, 'server-filesystem/dist/index.js')

export interface McpFixtureOptions {
  /** The person's own servers. */
  readonly own?: Readonly<Record<string, object>>
  /** What lies in the project, by path. */
  readonly files?: Readonly<Record<string, string>>
  readonly patience?: Partial<Patience>
  readonly env?: Readonly<Record<string, string>>
}

/** For tests: the MCP servers of a host, with one project. */
export interface McpFixture extends AsyncDisposable {
  readonly mcp: McpServers
  readonly store: Store
  readonly secrets: SecretStore
  readonly hidden: readonly string[]
  readonly projectId: ProjectId
  readonly folder: string
  readonly changes: Emitter<Change>
  write(path: string, text: string): void
  /** Trusts all that the project names. */
  trust(): Promise<void>
  withdrawTrust(): Promise<void>
  /** Once none is being connected to any more. */
  servers(): Promise<readonly McpServer[]>
  server(name: string): Promise<McpServer>
  call(name: string, args?: object, signal?: AbortSignal): Promise<McpResult>
}

export async function openMcpFixture(options: McpFixtureOptions = {}): Promise<McpFixture> {
  await using owned = new AsyncDisposableStack()
  const { path } = owned.use(temporaryFolder())
  const folder = realpathSync(path)
  const { store, dataDir } = owned.use(await openFixture())
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  for (const [file, text] of Object.entries(options.files ?? {})) write(file, text)
  const own = Object.entries(options.own ?? {}).map(([name, entry]) => [
    name,
    McpEntry.parse(entry),
  ])
  await store.settings.edit(() => ({ mcp: { servers: Object.fromEntries(own) } }))
  const id = createIds().project()
  const projectId = await store.projects.open({ id, name: 'project', path: folder, openedAt: 1 })
  const secrets = openSecretStore(dataDir, fileCipher(dataDir))
  const hidden: string[] = []
  const changes = owned.use(new Emitter<Change>())
  const env = { PATH: process.env['PATH'], ...options.env }
  const trust = owned.use(new ProjectTrust({ store, env }))
  const mcp = owned.use(
    new McpServers({
      store,
      trust,
      secrets,
      changes,
      hide: (secret) => hidden.push(secret),
      env,
      homeDir: folder,
      version: '1.2.3',
      clock: systemClock,
      report: (error) => {
        throw error
      },
      patience: { firstRetryMs: 50, relistMs: 50, ...options.patience },
    }),
  )
  const servers = async () => (await mcp.list(projectId, { isSettled: true })).servers
  const disposables = owned.move()
  return {
    ...{ mcp, store, secrets, hidden, projectId, folder, changes, write, servers },
    server: async (name) => {
      const found = (await servers()).find((one) => one.name === name)
      if (!found) throw new Error(`There is no server ${name}.`)
      return found
    },
    trust: async () => {
      const place = { projectId, root: folder }
      const { startables } = await trust.list(place)
      await trust.grant(
        place,
        startables.map(({ hash }) => hash),
      )
      changes.fire({ topic: 'policy' })
    },
    withdrawTrust: async () => {
      await trust.withdraw(projectId, undefined)
      changes.fire({ topic: 'policy' })
    },
    call: (name, args = {}, signal = new AbortController().signal) =>
      mcp.forRun(projectId).call(name, { ...args }, { signal, onProgress: () => undefined }),
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  }
}

/** For tests: a port that nothing listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
