import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AnyEvent, EventFor, Kind } from '#shared/events/index.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { McpEntry } from '#shared/mcp/mcp-entry.ts'
import { foldStates, initStates, type SessionStates } from '#shared/projections/index.ts'
import { type Limits, type Profile, splitModelName } from '#shared/settings/settings.ts'
import { createRuns, type Runs } from '../../src-main/core/agents/run/runs.ts'
import type { RunsOptions } from '../../src-main/core/agents/run/runs-options.ts'
import { homeSkills } from '../../src-main/core/agents/skills/home-skills.ts'
import { AuthorshipReports } from '../../src-main/core/authorship/authorship.ts'
import {
  McpServers,
  type McpServersOptions,
} from '../../src-main/core/integrations/mcp/mcp-servers.ts'
import type { Patience } from '../../src-main/core/integrations/mcp/timeouts.ts'
import { shellJudgeHere } from '../../src-main/core/permissions/shell-judge/shell-judge.ts'
import { providers } from '../../src-main/core/providers/definitions/index.ts'
import { Providers } from '../../src-main/core/providers/registry/providers.ts'
import { type Clock, systemClock } from '../../src-main/core/runtime/clock.ts'
import { createIds } from '../../src-main/core/runtime/ids.ts'
import { fileCipher, openSecretStore } from '../../src-main/core/secrets/secret-encryption.ts'
import { interruptOpenSpans } from '../../src-main/core/sessions/close-open-spans.ts'
import { OpenWorkspaces } from '../../src-main/core/sessions/open-workspaces.ts'
import { LiveStates } from '../../src-main/core/store/events/live-states.ts'
import { openStore, type Store } from '../../src-main/core/store/store.ts'
import { Tasks } from '../../src-main/core/tasks/tasks.ts'
import { AgentTerminals } from '../../src-main/core/terminals/terminal-handover.ts'
import { createToolServices } from '../../src-main/core/tool-services.ts'
import { ProjectTrust } from '../../src-main/core/trust/project-trust.ts'
import { findInstallation } from '../../src-main/installation.ts'
import { fixedSecrets } from './fixed-secrets.ts'
import {
  type ModelServer,
  type ModelServerOptions,
  type Script,
  startModelServer,
} from './model-server.ts'

const { resourcesDir } = findInstallation()
const ids = createIds()
/** Of all fixtures: a terminal is found by its session. */
const agentTerminals = new AgentTerminals()

export interface FixtureOptions {
  readonly script?: Script
  readonly served?: ModelServerOptions
  readonly files?: Readonly<Record<string, string>>
  readonly profile?: Profile
  /** `compatible:scripted` unless given. */
  readonly model?: string
  readonly limits?: Limits
  /** By which time counts for runs; the machine's unless given. */
  readonly clock?: Clock
  readonly fallbacks?: readonly string[]
  /** Nothing is waited for before a call is made again, unless given. */
  readonly faults?: RunsOptions['faults']
  /** Of every provider. */
  readonly key?: string
  readonly streamIdleMs?: number
  readonly isGit?: boolean
  /** MCP servers of the person's own, by name. */
  readonly mcp?: Readonly<Record<string, object>>
  /** How long MCP servers are waited for. */
  readonly mcpPatience?: Partial<Patience>
  /** Of what agents run; this process's unless given. */
  readonly env?: NodeJS.ProcessEnv
}

/** For tests: runs on a real store and a real project, against a scripted server over HTTP. */
export interface RunFixture extends AsyncDisposable {
  runs: Runs
  store: Store
  readonly server: ModelServer
  readonly root: string
  readonly sessionId: SessionId
  readonly dataDir: string
  /** Those whose commands run. */
  readonly agentTerminals: AgentTerminals
  events(): AnyEvent[]
  of<K extends Kind>(kind: K): EventFor<K>[]
  states(): SessionStates
  /** Resolves once an event of this kind is in the log. */
  until<K extends Kind>(kind: K, count?: number): Promise<EventFor<K>>
  /** Closes everything but the model server, as a host that ends. */
  close(): Promise<void>
  /** Opens it again, as the next host does. */
  restart(): Promise<void>
  /** Sends a prompt and waits until the run has ended. */
  prompt(text: string): Promise<EventFor<'run.ended'>['data']>
}

export async function openRunFixture(options: FixtureOptions = {}): Promise<RunFixture> {
  await using owned = new AsyncDisposableStack()
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-runs-')))
  owned.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  const root = join(folder, 'project')
  writeFiles(root, options.files ?? { 'a.txt': 'one\ntwo\n' })
  if (options.isGit) commitAll(root)
  const script = options.script ?? (() => ({ text: 'Done.' }))
  const server = owned.use(await startModelServer(script, options.served))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const parts = { dataDir, server, ...options }
  let host = await openRuns(parts)
  owned.defer(() => host[Symbol.asyncDispose]())
  const sessionId = await createSession(host.store, root, options)
  if (options.mcp) await nameServers(host.store, sessionId, options.mcp)
  const disposables = owned.move()
  const fixture: RunFixture = {
    runs: host.runs,
    store: host.store,
    server,
    root,
    sessionId,
    dataDir,
    agentTerminals,
    ...readers(() => host.store, sessionId),
    close: () => host[Symbol.asyncDispose](),
    restart: async () => {
      host = await openRuns(parts)
      fixture.runs = host.runs
      fixture.store = host.store
    },
    prompt: async (text) => {
      const runId = await host.runs.send(sessionId, { text })
      await host.runs.idle(sessionId)
      const ended = fixture.of('run.ended').find((event) => event.runId === runId)
      if (!ended) throw new Error('The run has no end.')
      return ended.data
    },
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  }
  return fixture
}

function readers(
  store: () => Store,
  sessionId: SessionId,
): Pick<RunFixture, 'events' | 'of' | 'until' | 'states'> {
  const events = () => [...store().events.read(sessionId)].flat()
  return {
    events,
    of: <K extends Kind>(kind: K) =>
      events().filter((event): event is EventFor<K> => event.kind === kind),
    states: () => foldStates(initStates(), events()),
    until: async <K extends Kind>(kind: K, count = 1) => {
      const signal = AbortSignal.timeout(45_000)
      let seen = 0
      for await (const page of store().events.follow(sessionId, 0, signal)) {
        for (const event of page) {
          if (event.kind === kind) seen += 1
          if (event.kind === kind && seen === count) return event as EventFor<K>
        }
      }
      throw new Error(`There was no ${kind}.`)
    },
  }
}

interface RunsParts extends FixtureOptions {
  readonly dataDir: string
  readonly server: Pick<ModelServer, 'url' | 'origin'>
}

/** Where each provider's client finds the server. */
export function baseUrlsAt({ url, origin }: Pick<ModelServer, 'url' | 'origin'>) {
  const all = providers.map(({ id }) => [id, ORIGINS.has(id) ? origin : url] as const)
  return Object.fromEntries(all)
}

/** Their clients add the protocol's version by themselves. */
const ORIGINS: ReadonlySet<string> = new Set(['anthropic', 'google', 'ollama'])

/** What a host is made of, as far as runs go. */
export async function openRuns({
  dataDir,
  server,
  limits,
  clock = systemClock,
  faults,
  streamIdleMs,
  mcpPatience,
  key = 'sk-test-key',
  env = process.env,
}: RunsParts) {
  await using owned = new AsyncDisposableStack()
  const store = owned.use(await openStore({ dataDir, clock: systemClock, mode: 'owner' }))
  await interruptOpenSpans(store)
  const states = owned.use(new LiveStates(store.events))
  const baseUrls = baseUrlsAt(server)
  const homeDir = join(dataDir, 'home')
  const reached = owned.use(
    new Providers({
      secrets: fixedSecrets(async () => key),
      env: {},
      readSettings: () => ({ ...store.settings.read(), baseUrls }),
      demoDelayMs: 0,
      ...(streamIdleMs !== undefined && { streamIdleMs }),
    }),
  )
  const workspaces = owned.use(
    new OpenWorkspaces({
      ...{ store, states, skills: homeSkills(homeDir) },
      onDidChangeFiles: () => undefined,
    }),
  )
  const trust = owned.use(new ProjectTrust({ store, env }))
  const mcp = owned.use(openMcp({ store, trust, dataDir, homeDir, env, patience: mcpPatience }))
  const services = owned.use(createToolServices({ store, trust, env, providers: reached }))
  const runs = owned.use(
    createRuns({
      agentTerminals,
      trust,
      mcp,
      services,
      // A thread takes longer to start than most runs here last.
      shellJudge: shellJudgeHere,
      authorshipReports: new AuthorshipReports({ store, clock: systemClock }),
      tasks: new Tasks({ store, clock: systemClock, onDidChange: () => {} }),
      store,
      workspaces,
      providers: reached,
      states,
      clock,
      ids,
      resourcesDir,
      homeDir,
      env,
      report,
      ...(limits && { limits }),
      faults: { firstDelayMs: 0, ...faults },
    }),
  )
  const disposables = owned.move()
  return { store, runs, states, [Symbol.asyncDispose]: () => disposables.disposeAsync() }
}

function openMcp(
  parts: Pick<McpServersOptions, 'store' | 'trust' | 'homeDir' | 'env'> & {
    readonly dataDir: string
    readonly patience: Partial<Patience> | undefined
  },
): McpServers {
  return new McpServers({
    ...parts,
    secrets: openSecretStore(parts.dataDir, fileCipher(parts.dataDir)),
    hide: () => undefined,
    version: '1.2.3',
    clock: systemClock,
    changes: new Emitter(),
    report,
    patience: { firstRetryMs: 50, ...parts.patience },
  })
}

async function nameServers(
  { settings, sessions, projects }: Store,
  sessionId: SessionId,
  named: Readonly<Record<string, object>>,
): Promise<void> {
  const servers = Object.entries(named).map(([name, entry]) => [name, McpEntry.parse(entry)])
  await settings.edit(() => ({ mcp: { servers: Object.fromEntries(servers) } }))
  const { projectId: id, root: path } = sessions.find(sessionId) ?? {}
  if (id && path) await projects.open({ id, name: 'project', path, openedAt: Date.now() })
}

function report(error: unknown): never {
  throw error
}

async function createSession(
  store: Store,
  root: string,
  { model = 'compatible:scripted', fallbacks, profile = 'trusted' }: FixtureOptions,
): Promise<SessionId> {
  const sessionId = ids.session()
  const projectId = ids.project()
  const configured = {
    model: splitModelName(model),
    ...(fallbacks && { fallbacks: fallbacks.map(splitModelName) }),
    profile,
  }
  await store.sessions.create({ id: sessionId, projectId, root, createdAt: Date.now() }, [
    { kind: 'session.created', data: { projectId, projectName: 'project', root } },
    { kind: 'session.configured', data: configured },
  ])
  return sessionId
}

function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(root, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

function commitAll(root: string): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'ignore' })
  git('init', '-q')
  git('add', '-A')
  git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'first')
}
