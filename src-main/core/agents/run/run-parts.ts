import { AsyncLocalStorage } from 'node:async_hooks'
import type { AllowRule } from '#shared/events/approval.ts'
import type { Draft } from '#shared/events/index.ts'
import { assert } from '#shared/lib/assert.ts'
import type { SessionId, SpanId } from '#shared/lib/ids.ts'
import { RunDebugging } from '../../integrations/dap/debugging.ts'
import { rulesOfSession } from '../../permissions/session-rules.ts'
import { agentEnvironmentOf } from '../../processes/agent-environment.ts'
import { wallClock as machineClock } from '../../runtime/clock.ts'
import { getSession } from '../../sessions/session-rows.ts'
import { KeptTerminals } from '../../terminals/kept-terminals.ts'
import type { AgentPath } from '../../workspace/paths/agent-path.ts'
import { Approvals } from '../approvals/approvals.ts'
import { askBudget, stopAt } from '../budgets/ask-budget.ts'
import { RunMoney } from '../budgets/run-money.ts'
import { FolderInstructions } from '../calls/folder-instructions.ts'
import { McpStart } from '../calls/mcp-start.ts'
import { RunSnapshot } from '../calls/run-snapshot.ts'
import { RunSeenFiles } from '../calls/seen-files/run-seen-files.ts'
import { terminalLogOf } from '../calls/terminal-log.ts'
import { Mail } from '../delegation/mailbox.ts'
import { ModelChoice } from '../failover/model-choice.ts'
import { LimitWait } from '../failover/rate-limit-wait.ts'
import { USUAL_FAULT_POLICY } from '../failover/retry-policy.ts'
import { Slots } from '../limits/concurrency-limit.ts'
import { Parking } from '../limits/pausing.ts'
import { RunLimits } from '../limits/run-limits.ts'
import { NOTHING } from '../prompts/prompt-sources.ts'
import { AgentDirectory } from '../recording/agent-directory.ts'
import { Journal } from '../recording/call-journal.ts'
import { RunLog } from '../recording/run-log.ts'
import { NOBODY } from '../subagents/delegates.ts'
import { createReviewing } from './create-review-context.ts'
import type { RunContext } from './run-context.ts'
import type { RunPlan } from './run-plan.ts'
import type { RunsOptions } from './runs-options.ts'

const REMEDY_OF_REVIEW = 'Raise the limit, or review a smaller change.'
/** A review isn't resumed: what it found is submitted. */
const LIMIT_OF_REVIEW = { verb: 'Stopped', remedy: REMEDY_OF_REVIEW } as const

interface RunPartsOptions {
  readonly plan: RunPlan
  readonly options: RunsOptions
  /** Of the run. */
  readonly signal: AbortSignal
  /** Told of what can't be written. */
  readonly onRefused: (error: unknown) => void
}

/** Makes what everything in one run shares. Nothing is written or started yet. */
export function createRunParts({ plan, options, signal, onRefused }: RunPartsOptions): RunContext {
  const { sessionId, runId, view, model, workspace, rules, circuits, allowTools } = plan
  const { store, clock, ids, providers } = options
  const { secrets } = providers
  const { origin } = view
  const { projectId } = getSession(store, sessionId)
  const env = agentEnvironmentOf(store, options.env ?? {}, projectId)
  const log = new RunLog(store.events, { sessionId, runId, onRefused, secrets })
  const limits = new RunLimits(plan.limits, clock, plan.review ? LIMIT_OF_REVIEW : undefined)
  const parking = new Parking({ limits, signal, flush: () => store.flush() })
  const rest = () => parking.rest()
  const opened = new AsyncDisposableStack()
  const debugging = opened.use(createDebugging(plan, options, log))
  const journal = new Journal(view, store)
  const models = createModelChoice(plan, options)
  const faults = { ...USUAL_FAULT_POLICY, ...options.faults }
  const slots = new Slots(store.settings.read().delegation.maxParallel, rest)
  const money: RunMoney = new RunMoney({
    account: plan.account,
    // A review ends with what it has: nobody is waited for.
    ask: async (shortage, call) =>
      plan.review ? stopAt(shortage, REMEDY_OF_REVIEW) : askBudget(run, view, { shortage, call }),
    stop: (reason) => limits.stop(reason),
    offer: (model) => models.offer(model),
    rest,
  })
  const isConfined = rules.profile !== 'trusted'
  const run: RunContext = {
    ...{ sessionId, origin, runId, store, workspace, providers, ids, clock, rules, circuits, env },
    allowTools,
    ...{ log, limits, parking, money, journal, signal, opened, debugging },
    allowing: () => allowing(plan, options),
    folderInstructions: new FolderInstructions({ workspace, homeDir: options.homeDir }),
    seenFiles: new RunSeenFiles({ sessionId, view, store, workspace }),
    leadModel: model,
    agents: new AgentDirectory({ origin, log, view, ids }),
    models,
    faults,
    ...withLimitWait(plan, options, { log, limits, parking, slots, faults, signal }),
    delegates: NOBODY,
    sources: NOTHING,
    approvals: new Approvals(),
    inboxes: new Map(),
    compactionRequests: new Set(),
    mail: new Mail(view, journal),
    delegation: view.delegation,
    pins: view.pins,
    outside: AsyncLocalStorage.snapshot(),
    reviewing: createReviewing(plan, options),
    slots,
    snapshot: new RunSnapshot(workspace),
    busy: new Set(),
    browser: opened.use(options.services.browsers.forRun({ isConfined })),
    terminals: options.agentTerminals,
    keptTerminals: opened.use(keepTerminals(plan, options, { log, env })),
    ...withMcp(plan, options, { log, signal }),
    services: options.services,
    shellJudge: options.shellJudge,
    changedFiles: () => changedFiles(options, sessionId),
    authorshipReports: options.authorshipReports,
    tasks: options.tasks,
  }
  return run
}

function createModelChoice(
  { fallbacks, pending, instead }: RunPlan,
  { providers }: RunsOptions,
): ModelChoice {
  const models = new ModelChoice(fallbacks, providers)
  const limited = pending ?? instead?.limited
  if (limited) {
    const { until, reason } = limited
    for (const model of limited.models) models.limit({ model, until, reason, message: reason })
  }
  if (instead) models.offer(instead.model)
  return models
}

/** A review always ends with what it has. */
function withLimitWait(
  { review, pending }: RunPlan,
  { wallClock = machineClock }: RunsOptions,
  parts: Pick<RunContext, 'log' | 'limits' | 'parking' | 'slots' | 'faults' | 'signal'>,
): Pick<RunContext, 'limitWait'> {
  return review ? {} : { limitWait: new LimitWait({ ...parts, wallClock, pending }) }
}

function keepTerminals(
  { sessionId, workspace }: RunPlan,
  { clock, providers, agentTerminals: takeable }: RunsOptions,
  { log, env }: Pick<RunContext, 'log' | 'env'>,
): KeptTerminals {
  const { secrets } = providers
  const logOf = (spanId: SpanId, onCut: () => void) => terminalLogOf(log, spanId, onCut)
  return new KeptTerminals({ sessionId, env, clock, cwd: workspace.root, secrets, takeable, logOf })
}

/** Their tools can do anything: where none may that does, none is started. Reviewers have none. */
function withMcp(
  { sessionId, rules, review }: RunPlan,
  { store, mcp: servers }: RunsOptions,
  { log, signal }: Pick<RunContext, 'log' | 'signal'>,
): Pick<RunContext, 'mcp' | 'mcpStart'> {
  if (!servers || review || rules.profile === 'restricted') return {}
  const mcp = servers.forRun(getSession(store, sessionId).projectId)
  return { mcp, mcpStart: new McpStart({ mcp, log, signal }) }
}

async function changedFiles(
  { states }: RunsOptions,
  sessionId: SessionId,
): Promise<readonly AgentPath[]> {
  const { touched } = (await states.load(sessionId)).states.files
  const there = Object.values(touched).filter(({ after }) => after !== null)
  return there.map(({ path }) => path).filter((path) => path.startsWith('/workspace/'))
}

/** A project's rules are made in any of its sessions. */
function allowing({ sessionId, view }: RunPlan, { store }: RunsOptions): readonly AllowRule[] {
  const { projectId } = getSession(store, sessionId)
  return [...rulesOfSession(view.approvals), ...store.rules.list(projectId)]
}

/** Creates the debugger of a run's agents, which records to the run's log. */
function createDebugging(
  { sessionId, workspace }: RunPlan,
  { store, trust, env = {} }: RunsOptions,
  log: RunLog,
): RunDebugging {
  const { projectId } = getSession(store, sessionId)
  return new RunDebugging({
    root: workspace.root,
    resolve: (path) => workspace.resolve(path),
    env: agentEnvironmentOf(store, env, projectId),
    log: {
      open: (started, endOf) => log.open(debuggerKeyOf(started), started, endOf),
      note: (drafts) => log.note(...drafts),
      end: (ended) => log.noteEnd(debuggerKeyOf(ended), ended),
      redact: (text) => log.redactData(text),
    },
    listConfigurations: () =>
      trust.list({ projectId, root: workspace.root }, new Set(['debugger'])),
    adapters: () => store.settings.read().debuggers,
  })
}

/** A program in a debugger has the call's span, but an end of its own. */
function debuggerKeyOf({ spanId }: Draft): `debugger ${SpanId}` {
  assert(spanId, 'A debugger is opened by a call.')
  return `debugger ${spanId}`
}
