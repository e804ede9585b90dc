import { homedir } from 'node:os'
import type { HostContract } from '#shared/contract/index.ts'
import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { Change } from '#shared/contract/procedures/host.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import type { Settings } from '#shared/settings/settings.ts'
import { LimitWaits } from './agents/failover/rate-limits/limit-waits.ts'
import { USUAL_FAULT_POLICY } from './agents/failover/retry-policy.ts'
import type { Runs } from './agents/run/runs.ts'
import type { RunsOptions } from './agents/run/runs-options.ts'
import { homeSkills } from './agents/skills/home-skills.ts'
import { AuthorshipReports } from './authorship/authorship.ts'
import { removeLeftOver } from './forks/fork-worktrees.ts'
import { agentHandlers } from './handlers/agents.ts'
import { approvalHandlers } from './handlers/approvals.ts'
import { bookmarkHandlers } from './handlers/bookmarks.ts'
import { callHandlers } from './handlers/calls.ts'
import { changeHandlers } from './handlers/changes.ts'
import { codeReviewHandlers } from './handlers/code-reviews.ts'
import { contextHandlers } from './handlers/context.ts'
import { environmentHandlers } from './handlers/environment.ts'
import { exchangeHandlers } from './handlers/exchange.ts'
import { fileHandlers } from './handlers/files.ts'
import { forkHandlers } from './handlers/forks.ts'
import { hostHandlers } from './handlers/host.ts'
import { logHandlers } from './handlers/logs.ts'
import { mcpHandlers } from './handlers/mcp.ts'
import { memoryHandlers } from './handlers/memories.ts'
import { modelHandlers } from './handlers/models.ts'
import type { Parts } from './handlers/parts.ts'
import { policyHandlers } from './handlers/policy.ts'
import { previewHandlers } from './handlers/previews.ts'
import { projectHandlers } from './handlers/projects.ts'
import { runHandlers } from './handlers/runs.ts'
import { searchHandlers } from './handlers/search.ts'
import { removeSession, sessionHandlers } from './handlers/sessions.ts'
import { settingsHandlers } from './handlers/settings.ts'
import { skillHandlers } from './handlers/skills.ts'
import { spendingHandlers } from './handlers/spending.ts'
import { storeHandlers } from './handlers/store.ts'
import { taskHandlers } from './handlers/tasks.ts'
import { terminalHandlers } from './handlers/terminals.ts'
import { trustHandlers } from './handlers/trust.ts'
import { McpServers } from './integrations/mcp/mcp-servers.ts'
import { HostLeases, type HostUse, watchHostUse } from './lifetime/host-use.ts'
import { type StayAwake, stayAwakeWhileRunning } from './lifetime/stay-awake.ts'
import { logEvents, logSaving } from './logging/log-session-events.ts'
import type { Logs } from './logging/logs.ts'
import { beginLogs, describeError } from './logging/start-logging.ts'
import { recordDecisions } from './permissions/record-decisions.ts'
import { ShellJudgeThread } from './permissions/shell-judge/shell-judge-thread.ts'
import { Providers } from './providers/registry/providers.ts'
import { Background } from './runtime/background-tasks.ts'
import { type Clock, wallClock as machineClock } from './runtime/clock.ts'
import type { Ids } from './runtime/ids.ts'
import { Lazy } from './runtime/lazy.ts'
import type { SecretStore } from './secrets/secret-encryption.ts'
import { announceMemories, announceRules, announceSessions } from './sessions/announce-changes.ts'
import { interruptOpenSpans } from './sessions/close-open-spans.ts'
import { OpenWorkspaces } from './sessions/open-workspaces.ts'
import { SessionBin } from './sessions/session-trash.ts'
import type { OwnerLock } from './store/database/owner-lock.ts'
import { LiveStates } from './store/events/live-states.ts'
import type { RescueProgress } from './store/recovery/rescue.ts'
import { Search } from './store/search/search.ts'
import { openOwnStore, type Store } from './store/store.ts'
import { Tasks } from './tasks/tasks.ts'
import type { PersonTerminals } from './terminals/person-terminals.ts'
import type { SpawnPty } from './terminals/pty.ts'
import { AgentTerminals } from './terminals/terminal-handover.ts'
import { createToolServices } from './tool-services.ts'
import { wantsTraces } from './traces/wants-traces.ts'
import { ProjectTrust } from './trust/project-trust.ts'

/** What differs between the shells that host a data folder. */
export interface HostOptions {
  readonly dataDir: string
  readonly version: string
  /** Holds `agents/`, `playbooks/`, `prompts/` and the sample replay. */
  readonly resourcesDir: string
  /** The page that is built to replay a session that is written into it; it may not have been built yet. */
  readonly replayTemplate?: string
  /** Where the person's own definitions lie; their home folder unless given. */
  readonly homeDir?: string
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: SecretStore
  /** Keys of providers are looked for here; agents' programs get an allow-list of it. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** What proves that the data folder is this process's own. The host releases it at its end. */
  readonly lock: Disposable & Pick<OwnerLock, 'isAfterCrash'>
  readonly demoDelayMs?: number
  readonly spawnPty?: SpawnPty
  /** Called while a damaged store is rescued. */
  readonly onRescue?: ((progress: RescueProgress) => void) | undefined
  /** Whether it resumes runs that another host left waiting for a limit. */
  readonly resumesWaits?: boolean
  /** The machine's time of day, which passes while it sleeps; its own unless given. */
  readonly wallClock?: Clock
  /** Asked while any session runs. */
  readonly stayAwake?: StayAwake
  /** Told of bugs that nobody waits to hear of. */
  readonly report: (error: unknown, doing: string) => void
}

/** Owns a data folder. Disposing it ends every run and leaves no timer, listener, child or worker. */
export interface Host extends AsyncDisposable {
  readonly handlers: Handlers<HostContract>
  readonly use: HostUse
  /** What a person has to know of how the store was found, as sentences. */
  readonly notice: string | undefined
  /** Told of bugs that nobody waits to hear of. */
  readonly report: HostOptions['report']
}

type Beginnings = Pick<Parts, 'store' | 'providers' | 'logs' | 'report'>

/** The composition root: everything the host is made of is made here, and handed down. */
export async function createHost(options: HostOptions): Promise<Host> {
  await using owned = new AsyncDisposableStack()
  owned.use(options.lock)
  const providers = owned.use(openProviders(options, () => store.settings.read()))
  const logs = beginLogs(options, providers, owned)
  const report = reportTo(logs, options)
  const store: Store = await openOwnStore(
    { ...options, isAfterCrash: options.lock.isAfterCrash, report },
    owned,
  )
  logBeginning(options, { store, logs })
  owned.use(logSaving(store, logs))
  // Runs end when the host does: what tells of that must still be there.
  owned.use(logEvents(store, logs))
  await interruptOpenSpans(store)
  if (wantsTraces(options.env)) owned.use(await openTraces(options, { store, logs, report }))
  const parts = assemble(options, { store, providers, logs, report }, owned)
  const disposables = owned.move()
  return {
    handlers: recordDecisions(createHandlers(parts), parts),
    use: watchHostUse(parts),
    notice: store.notice,
    report,
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  }
}

function openProviders(
  { secrets, env, demoDelayMs }: HostOptions,
  readSettings: () => Settings,
): Providers {
  const demo = demoDelayMs === undefined ? {} : { demoDelayMs }
  return new Providers({ secrets, env, readSettings, ...demo })
}

async function openTraces(
  options: HostOptions,
  parts: Pick<Parts, 'store' | 'logs' | 'report'>,
): Promise<AsyncDisposable> {
  const { TraceExport } = await import('./traces/opentelemetry-export.ts')
  return new TraceExport({ ...options, ...parts })
}

function reportTo(logs: Logs, { report }: HostOptions): HostOptions['report'] {
  return (error, doing) => {
    const fields = { doing, ...describeError(error) }
    logs.write('error', { module: 'host', message: 'Something went wrong.', fields })
    report(error, doing)
  }
}

function logBeginning(
  { version, dataDir, lock }: HostOptions,
  { logs, store }: Pick<Parts, 'logs' | 'store'>,
): void {
  const fields = { version, dataDir, isAfterCrash: lock.isAfterCrash }
  logs.write('info', { module: 'host', message: 'Host started.', fields })
  if (store.notice) logs.write('warn', { module: 'host', message: store.notice })
}

function assemble(options: HostOptions, begun: Beginnings, owned: AsyncDisposableStack): Parts {
  const { store } = begun
  const changes = owned.use(new Emitter<Change>())
  const states = owned.use(new LiveStates(store.events))
  const workspaces = owned.use(
    new OpenWorkspaces({
      store,
      states,
      skills: homeSkills(options.homeDir ?? homedir()),
      onDidChangeFiles: (projectId, paths) =>
        changes.fire({ topic: 'files', projectId, ...(paths && { paths: [...paths] }) }),
    }),
  )
  owned.use(announceSessions(store, changes))
  owned.use(announceMemories(store, changes))
  owned.use(announceRules(store, changes))
  owned.use(store.onDidChangeSaving(() => changes.fire({ topic: 'host' })))
  if (options.stayAwake) owned.use(stayAwakeWhileRunning(store.events, options.stayAwake))
  owned.use(store.sessions.onDidDelete((id) => states.forget(id)))
  const search = owned.use(new Search({ store, report: begun.report }))
  const terminals = owned.use(new Lazy(() => openTerminals(options, changes)))
  const background = owned.use(new Background(begun.report))
  background.run('removing left-over forks', () =>
    removeLeftOver(store.dataDir, (id) => store.sessions.find(id) !== undefined),
  )
  const agentTerminals = new AgentTerminals()
  const trust = owned.use(new ProjectTrust({ store, env: options.env }))
  const mcp = owned.use(openMcp(options, { ...begun, trust }, changes))
  const services = owned.use(createToolServices({ ...begun, trust, env: options.env }))
  const shellJudge = owned.use(new ShellJudgeThread(begun))
  const tasks = new Tasks({
    ...{ store, clock: options.clock },
    onDidChange: (projectId) => changes.fire({ topic: 'tasks', projectId }),
  })
  const authorshipReports = new AuthorshipReports({ store, clock: options.clock })
  const around = {
    states,
    workspaces,
    agentTerminals,
    trust,
    mcp,
    services,
    authorshipReports,
    tasks,
  }
  const runs = owned.use(new Lazy(() => loadRuns(options, { ...begun, ...around, shellJudge })))
  const ways = { findRuns: runs.find, terminals: terminals.get }
  const bin = owned.use(
    new SessionBin({
      remove: (id) => removeSession({ store, workspaces, changes, ...ways }, id),
      onReturn: () => changes.fire({ topic: 'sessions' }),
      report: begun.report,
    }),
  )
  if (options.resumesWaits) resumeWaits(options, { ...begun, bin, runs, background }, owned)
  const made = { states, workspaces, changes, search, bin, background, agentTerminals, tasks }
  const leases = new HostLeases()
  return { ...options, ...begun, ...made, trust, mcp, shellJudge, leases, runs: runs.get, ...ways }
}

interface WaitParts extends Pick<Parts, 'store' | 'bin' | 'background' | 'report'> {
  readonly runs: Lazy<Runs>
}

function resumeWaits(
  { wallClock = machineClock }: HostOptions,
  { store, bin, background, report, runs }: WaitParts,
  owned: AsyncDisposableStack,
): void {
  const resume = async (id: SessionId) => {
    if (!bin.has(id)) await (await runs.get()).resumeAfterWait(id)
  }
  const { limitJitterMs, random } = USUAL_FAULT_POLICY
  const jitterMs = () => limitJitterMs * random()
  const waits = owned.use(new LimitWaits({ store, wallClock, jitterMs, resume, report }))
  background.run('finding runs that wait for a limit', () => waits.begin())
}

type RunsParts = Pick<
  RunsOptions,
  | 'store'
  | 'trust'
  | 'states'
  | 'providers'
  | 'workspaces'
  | 'agentTerminals'
  | 'authorshipReports'
  | 'mcp'
  | 'services'
  | 'shellJudge'
  | 'tasks'
  | 'report'
>

/** LangChain comes in with it: a second of start-up that only a run is worth. */
async function loadRuns(
  { clock, wallClock, ids, resourcesDir, homeDir, env }: HostOptions,
  parts: RunsParts,
): Promise<Runs> {
  const { createRuns } = await import('./agents/run/runs.ts')
  const clocks = { clock, ...(wallClock && { wallClock }) }
  return createRuns({ ...parts, ...clocks, ids, resourcesDir, homeDir, env })
}

function openMcp(
  options: HostOptions,
  { store, trust, providers, report }: Beginnings & Pick<Parts, 'trust'>,
  changes: Emitter<Change>,
): McpServers {
  const hide = (secret: string) => providers.secrets.hide(secret)
  return new McpServers({ ...options, store, trust, report, changes, hide })
}

async function openTerminals(
  { dataDir, ids, env, spawnPty }: HostOptions,
  changes: Emitter<Change>,
): Promise<PersonTerminals> {
  const { PersonTerminals } = await import('./terminals/person-terminals.ts')
  return new PersonTerminals({
    dataDir,
    ids,
    env,
    onDidChange: (sessionId) => changes.fire({ topic: 'terminals', sessionId }),
    ...(spawnPty && { spawn: spawnPty }),
  })
}

function createHandlers(parts: Parts): Handlers<HostContract> {
  return {
    ...hostHandlers(parts),
    ...projectHandlers(parts),
    ...sessionHandlers(parts),
    ...bookmarkHandlers(parts),
    ...runHandlers(parts),
    ...forkHandlers(parts),
    ...approvalHandlers(parts),
    ...callHandlers(parts),
    ...policyHandlers(parts),
    ...trustHandlers(parts),
    ...environmentHandlers(parts),
    ...agentHandlers(parts),
    ...skillHandlers(parts),
    ...memoryHandlers(parts),
    ...mcpHandlers(parts),
    ...taskHandlers(parts),
    ...previewHandlers(),
    ...contextHandlers(parts),
    ...fileHandlers(parts),
    ...changeHandlers(parts),
    ...codeReviewHandlers(parts),
    ...exchangeHandlers(parts),
    ...terminalHandlers(parts),
    ...modelHandlers(parts),
    ...settingsHandlers(parts),
    ...logHandlers(parts),
    ...storeHandlers(parts),
    ...searchHandlers(parts),
    ...spendingHandlers(parts),
  }
}
