import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { createDeepAgent, createSubAgent, createSubAgentMiddleware } from 'deepagents'
import { type AgentMiddleware, createMiddleware } from 'langchain'
import { AppError } from '#shared/error.ts'
import type { Grant } from '../policy/grants.ts'
import { task } from '../tools/task.ts'
import { asMiddleware, middlewareOf } from './agent-middleware.ts'
import { AgentBackend } from './calls/backend.ts'
import { createOwnTools, type OwnTool } from './calls/own-tools.ts'
import { Checkpointer } from './checkpoints/checkpointer.ts'
import type { Crew, OwnAgentParts } from './delegation/crew.ts'
import { createCrewTools } from './delegation/crew-tools.ts'
import { OwnThread } from './delegation/own-thread.ts'
import { createReportRequest } from './delegation/report.ts'
import { Capture } from './models/capture.ts'
import { promptOf } from './prompts/part.ts'
import { mayDelegate, subagentParts } from './prompts/prompt.ts'
import type { RunContext } from './run-context.ts'
import { agentIdOf, LEAD } from './span-ids.ts'
import type { Delegate } from './subagents/delegates.ts'
import { ResumableSubagent } from './subagents/resumable-subagent.ts'
import { createTurnLimit } from './subagents/turn-limit.ts'

/** What every agent of a run is built with. */
export interface AgentParts {
  readonly run: RunContext
  readonly crew: Crew
}

export interface LeadParts extends AgentParts {
  readonly model: BaseChatModel
  readonly prompt: string
}

/** Builds the lead, and what its subagents are built from. It takes milliseconds: every run builds its own. */
export function buildLead({ run, crew, model, prompt }: LeadParts): OwnThread {
  const kit = kitOf({ run, crew })
  const agent = createDeepAgent({
    model,
    backend: kit.backend,
    systemPrompt: prompt,
    checkpointer: checkpointerOf(run),
    middleware: [
      createDelegation(model, allOf(kit)),
      toolsOf(kit, run.delegates.all.length > 0 ? createCrewTools(run, crew) : []),
      ...middlewareOf(kit.backend, kit),
    ],
  })
  return new OwnThread(agent, { ...kit, name: LEAD })
}

/** Builds a subagent that nobody waits for: a background delegate, or a teammate. */
export function buildOwnAgent({ run, crew, delegate, name, teammate }: OwnAgentParts): OwnThread {
  const kit = kitOf({ run, crew })
  const { type } = delegate
  const grants = teammate ? withMail(type.grants) : type.grants
  const prompt = [type.prompt, teammate?.prompt].filter(Boolean).join('\n\n')
  const tools = teammate ? createCrewTools(run, crew).filter(isGiven(type.grants)) : []
  const more = [toolsOf(kit, tools), ...(teammate ? [] : [createReportRequest()])]
  const own = { ...type, prompt, ...(grants && { grants }) }
  const agent = createAgentOf({ ...delegate, type: own }, kit, [
    ...delegationOf(delegate, workersOf(kit)),
    ...more,
  ])
  agent.checkpointer = checkpointerOf(run)
  return new OwnThread(agent, { ...kit, name })
}

/** A teammate is one to be written to, whatever else it may do. */
function withMail(grants: readonly Grant[] | undefined): readonly Grant[] | undefined {
  return grants && [...grants, { name: 'send_message' }]
}

/** What all agents of one thread are made with. */
interface Kit extends AgentParts {
  readonly backend: AgentBackend
  readonly capture: Capture
  readonly tools: readonly OwnTool[]
}

function kitOf(parts: AgentParts): Kit {
  const { run } = parts
  const tools = createOwnTools(run)
  return { ...parts, backend: new AgentBackend(run), capture: new Capture(run), tools }
}

/** A teammate writes to others; what else it can do with them, its definition says by name. */
function isGiven(grants: readonly Grant[] | undefined) {
  return ({ name }: { readonly name: string }) =>
    name === 'send_message' || grants?.some((grant) => grant.name === name) === true
}

/** Of these an agent sees those that its definition gives it. */
function toolsOf({ tools }: Kit, crewTools: readonly OwnTool[]): AgentMiddleware {
  return asMiddleware(createMiddleware({ name: 'orreryTools', tools: [...tools, ...crewTools] }))
}

/** Takes the place of deepagents' own, which adds a subagent that nobody defined. */
function createDelegation(model: BaseChatModel, subagents: readonly Buildable[]): AgentMiddleware {
  if (subagents.length === 0) return createMiddleware({ name: 'subAgentMiddleware' })
  return asMiddleware(
    createSubAgentMiddleware({
      defaultModel: model,
      subagents: subagents.map(({ name, description, build }) => ({
        name,
        description,
        runnable: new ResumableSubagent(build),
      })),
      generalPurposeAgent: false,
      taskDescription: task.description,
    }),
  )
}

/** A subagent that is built when it is first asked for: a run has many types, and uses few. */
interface Buildable {
  readonly name: string
  readonly description: string
  readonly build: () => ReturnType<typeof createSubAgent>
}

/** Those that may delegate can start the others, so that no chain is longer than that. */
function allOf(kit: Kit): readonly Buildable[] {
  const workers = workersOf(kit)
  const delegating = kit.run.delegates.all.filter(({ type }) => mayDelegate(type))
  return [...workers, ...delegating.map((one) => toBuildable(one, kit, workers))]
}

function workersOf(kit: Kit): readonly Buildable[] {
  const workers = kit.run.delegates.all.filter(({ type }) => !mayDelegate(type))
  return workers.map((one) => toBuildable(one, kit, []))
}

function toBuildable(delegate: Delegate, kit: Kit, workers: readonly Buildable[]): Buildable {
  const { name, description } = delegate.type
  const build = () =>
    createAgentOf(delegate, kit, [
      ...delegationOf(delegate, workers),
      createReportRequest(),
      toolsOf(kit, []),
    ])
  return { name, description, build }
}

function delegationOf(
  delegate: Delegate,
  workers: readonly Buildable[],
): readonly AgentMiddleware[] {
  return mayDelegate(delegate.type) ? [createDelegation(delegate.model, workers)] : []
}

function createAgentOf(
  { type, model }: Delegate,
  { run, capture, backend }: Kit,
  more: readonly AgentMiddleware[],
) {
  const { name, description, grants, maxTurns } = type
  const options = { run, capture, ...(grants && { grants }) }
  const limits = maxTurns === undefined ? [] : [createTurnLimit(maxTurns)]
  return createSubAgent({
    name,
    description,
    systemPrompt: promptFor(type, run),
    model,
    tools: [],
    middleware: [...more, ...limits, ...middlewareOf(backend, options)],
  })
}

function promptFor(type: Delegate['type'], { delegates, sources, providers }: RunContext): string {
  const types = delegates.all.map((one) => one.type)
  return providers.secrets.redact(promptOf(subagentParts(type, sources, types)))
}

function checkpointerOf({ store, sessionId, origin, runId, log }: RunContext): Checkpointer {
  return new Checkpointer(store.checkpoints, {
    sessionId,
    attribute: (namespace) => {
      // What a run left behind may go on for a while: the thread is another's by then.
      if (log.isClosed) throw new AppError('cancelled', 'The run has ended.')
      return { runId, agentId: agentIdOf(origin, namespace) }
    },
    onRefused: log.onRefused,
  })
}
