import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { connectClient } from '#shared/contract/client.ts'
import { contract, type HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { createHost, type Host, type HostOptions } from '../../src-main/core/host.ts'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { createIds } from '../../src-main/core/runtime/ids.ts'
import { fileCipher, openSecretStore } from '../../src-main/core/secrets/secret-encryption.ts'
import { createPair } from '../../src-main/transports/in-process.ts'
import { serve } from '../../src-main/transports/serve-contract.ts'
import { type ModelServer, type Script, startModelServer } from './model-server.ts'

const resourcesDir = resolve(import.meta.dirname, '../../resources')

/** For tests: a host of a data folder, with a real clock, ids and secrets, that owns it unasked. */
export function openTestHost({
  dataDir,
  ...options
}: Pick<HostOptions, 'dataDir'> & Partial<HostOptions>): Promise<Host> {
  return createHost({
    dataDir,
    version: '1.2.3',
    resourcesDir,
    clock: systemClock,
    ids: createIds(),
    secrets: openSecretStore(dataDir, fileCipher(dataDir)),
    env: {},
    lock: { isAfterCrash: false, [Symbol.dispose]: () => undefined },
    report,
    ...options,
  })
}

export interface HostFixtureOptions {
  readonly script?: Script
  /** What lies in the folder, by path: `project/…` is the project, `home/…` the person's home. */
  readonly files?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
}

/** For tests: a host in a folder of its own and a client of it; its model is scripted. */
export interface HostFixture extends AsyncDisposable {
  readonly client: Client<HostContract>
  /** Another client, by a channel of its own; disposing closes that. */
  connect(): Disposable & { readonly client: Client<HostContract> }
  readonly folder: string
  readonly server: ModelServer
  /** Opens a folder of the fixture's as a project. */
  open(name?: string): Promise<ProjectId>
  /** A session whose model is the scripted server. */
  createSession(projectId: ProjectId): Promise<SessionId>
}

export async function openHostFixture(options: HostFixtureOptions = {}): Promise<HostFixture> {
  await using owned = new AsyncDisposableStack()
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-host-')))
  owned.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  for (const name of ['project', 'home', 'data']) mkdirSync(join(folder, name))
  for (const [path, text] of Object.entries(options.files ?? {})) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const server = owned.use(await startModelServer(options.script ?? (() => ({ text: 'Done.' }))))
  const dataDir = join(folder, 'data')
  const { env = {} } = options
  const host = owned.use(await openTestHost({ dataDir, homeDir: join(folder, 'home'), env }))
  const connect = () => {
    const pair = createPair()
    serve(pair.host, { contract, handlers: host.handlers, report })
    const client = connectClient(pair.client, contract)
    return { client, [Symbol.dispose]: () => pair.client[Symbol.dispose]() }
  }
  const { client } = owned.use(connect())
  const disposables = owned.move()
  return {
    client,
    connect,
    folder,
    server,
    open: async (name = 'project') => {
      const path = join(folder, name)
      mkdirSync(path, { recursive: true })
      return (await client['projects.open']({ path })).projectId
    },
    createSession: async (projectId) => {
      const model = { model: 'compatible:scripted', baseUrl: server.url }
      return (await client['sessions.create']({ projectId, ...model })).sessionId
    },
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  }
}

function report(error: unknown): never {
  throw error
}
