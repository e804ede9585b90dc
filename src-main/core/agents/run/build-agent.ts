import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { createDeepAgent } from 'deepagents'
import type { AgentMiddleware } from 'langchain'
import type { ToolAccess } from '../../permissions/tool-access.ts'
import { requestReview as reviewTool } from '../../tools/catalogue/code-review/request-review.ts'
import { createTeam as teamTool } from '../../tools/catalogue/delegation/create-team.ts'
import { delegateTask } from '../../tools/catalogue/delegation/delegate-task.ts'
import { deleteTeam as endTeamTool } from '../../tools/catalogue/delegation/delete-team.ts'
import { sendMessage as messageTool } from '../../tools/catalogue/delegation/send-message.ts'
import {
  type AgentDefinition,
  type Buildable,
  checkpointerOf,
  createAgentOf,
  createDelegation,
  type Kit,
  kitOf,
  toolsOf,
} from '../building/agent-kit.ts'
import { middlewareOf } from '../building/agent-middleware.ts'
import { bindTool, type OwnTool } from '../calls/own-tools.ts'
import { requestReview } from '../code-review/request-review.ts'
import { askForDelegate } from '../delegation/ask-for-delegate.ts'
import type { Crew, OwnAgentParts } from '../delegation/background-agents.ts'
import { OwnThread } from '../delegation/own-thread.ts'
import { createReportRequest } from '../delegation/report.ts'
import { ResumableSubagent } from '../delegation/resumable-subagent.ts'
import { sendMessage } from '../delegation/send-message.ts'
import { createTeam, deleteTeam } from '../delegation/teams.ts'
import { createTurnLimit } from '../delegation/turn-limit.ts'
import { promptOf } from '../prompts/part.ts'
import { mayDelegate, subagentParts } from '../prompts/prompt.ts'
import { LEAD } from '../recording/span-ids.ts'
import type { Delegate } from '../subagents/delegates.ts'
import type { RunContext } from './run-context.ts'

interface LeadParts {
  readonly run: RunContext
  readonly crew: Crew
  readonly model: BaseChatModel
  readonly prompt: string
}

/**
 * Builds the lead, and what its subagents are built from. It takes milliseconds, so that every run builds
 * its own; the first time some tens of them, so that other work runs in between.
 */
export async function buildLead({ run, crew, model, prompt }: LeadParts): Promise<OwnThread> {
  const kit = kitOf(run)
  await nextTurn()
  const delegation = createDelegation(model, allOf(kit))
  await nextTurn()
  const tools = toolsOf(kit, run.delegates.all.length > 0 ? createDelegationTools(run, crew) : [])
  const middleware = [delegation, tools, ...middlewareOf(kit.backend, kit)]
  await nextTurn()
  const agent = createDeepAgent({
    model,
    backend: kit.backend,
    systemPrompt: prompt,
    checkpointer: checkpointerOf(run),
    middleware,
  })
  return new OwnThread(agent, { ...kit, name: LEAD })
}

/** Builds a subagent that nobody waits for: a background delegate, or a teammate. */
export function buildOwnAgent(
  lead: RunContext,
  { signal, crew, delegate, name, teammate }: OwnAgentParts,
): OwnThread {
  const run = { ...lead, signal }
  const kit = kitOf(run)
  const { type } = delegate
  const toolAccess = teammate ? withMail(type.toolAccess) : type.toolAccess
  const prompt = [type.prompt, teammate?.prompt].filter(Boolean).join('\n\n')
  const tools = teammate ? createDelegationTools(run, crew).filter(isGiven(type.toolAccess)) : []
  const more = [toolsOf(kit, tools), ...(teammate ? [] : [createReportRequest()])]
  const own = { ...type, prompt, ...(toolAccess && { toolAccess }) }
  const agent = createSubagent({ ...delegate, type: own, identity: teammate?.identity }, kit, [
    ...delegationOf(delegate, workersOf(kit)),
    ...more,
  ])
  agent.checkpointer = checkpointerOf(run)
  return new OwnThread(agent, { ...kit, name })
}

/** A teammate is one to be written to, whatever else it may do. */
function withMail(
  toolAccess: readonly ToolAccess[] | undefined,
): readonly ToolAccess[] | undefined {
  return toolAccess && [...toolAccess, { name: 'send_message' }]
}

/** A teammate writes to others; what else it can do with them, its definition says by name. */
function isGiven(toolAccess: readonly ToolAccess[] | undefined) {
  return ({ name }: { readonly name: string }) =>
    name === 'send_message' || toolAccess?.some((access) => access.name === name) === true
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
    createSubagent(delegate, kit, [
      ...delegationOf(delegate, workers),
      createReportRequest(),
      toolsOf(kit, []),
    ])
  return { name, description, runnable: new ResumableSubagent(build) }
}

function delegationOf(
  delegate: Delegate,
  workers: readonly Buildable[],
): readonly AgentMiddleware[] {
  return mayDelegate(delegate.type) ? [createDelegation(delegate.model, workers)] : []
}

function createSubagent(
  { type, model, identity }: Delegate & Pick<AgentDefinition, 'identity'>,
  kit: Kit,
  more: readonly AgentMiddleware[],
) {
  const { delegates, sources } = kit.run
  const types = delegates.all.map((one) => one.type)
  const prompt = promptOf(subagentParts(type, sources, types))
  const limits = type.maxTurns === undefined ? [] : [createTurnLimit(type.maxTurns)]
  return createAgentOf(kit, { type, model, prompt, identity, middleware: [...more, ...limits] })
}

/** Creates the tools by which an agent starts, messages and ends background agents and teams. */
function createDelegationTools(run: RunContext, crew: Crew): readonly OwnTool[] {
  return [
    bindTool(delegateTask, (asked) => askForDelegate(run, crew, asked)),
    bindTool(teamTool, (asked) => createTeam(run, crew, asked)),
    bindTool(messageTool, (asked) => sendMessage(run, crew, asked)),
    bindTool(endTeamTool, (asked) => deleteTeam(run, crew, asked)),
    bindTool(reviewTool, (asked) => requestReview(run, asked)),
  ]
}
