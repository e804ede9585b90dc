import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { createSubAgent, createSubAgentMiddleware } from 'deepagents'
import { type AgentMiddleware, createMiddleware } from 'langchain'
import { AppError } from '#shared/lib/app-error.ts'
import { task } from '../../tools/catalogue/delegation/task.ts'
import { createOwnTools, type OwnTool } from '../calls/own-tools.ts'
import { AgentBackend } from '../calls/scratch-backend.ts'
import { Checkpointer } from '../checkpoints/checkpointer.ts'
import { asMiddleware } from '../compaction/as-middleware.ts'
import type { RunIdentity } from '../context/run-identity.ts'
import type { SessionStore } from '../context/session-store.ts'
import type { ResumableSubagent } from '../delegation/resumable-subagent.ts'
import { Capture, type CaptureContext } from '../models/capture.ts'
import type { RunRecord } from '../recording/run-record.ts'
import { agentIdOf } from '../recording/span-ids.ts'
import type { SubagentType } from '../subagents/subagent-type.ts'
import { type AgentContext, middlewareOf } from './agent-middleware.ts'

/** Parts of a run that the agents of one thread use. */
export type KitContext = AgentContext & CaptureContext

/** What all agents of one thread are made with. */
export interface Kit {
  readonly run: KitContext
  readonly backend: AgentBackend
  readonly capture: Capture
  readonly tools: readonly OwnTool[]
}

export function kitOf(run: KitContext): Kit {
  return {
    run,
    backend: new AgentBackend(run.workspace),
    capture: new Capture(run),
    tools: createOwnTools(run),
  }
}

/** Of these an agent sees those that its definition gives it. */
export function toolsOf({ tools }: Kit, more: readonly OwnTool[]): AgentMiddleware {
  return asMiddleware(createMiddleware({ name: 'orreryTools', tools: [...tools, ...more] }))
}

/** Somebody to delegate to. */
export interface Buildable {
  readonly name: string
  readonly description: string
  readonly runnable: ResumableSubagent
}

/** Takes the place of deepagents' own, which adds a subagent that nobody defined. */
export function createDelegation(
  model: BaseChatModel,
  subagents: readonly Buildable[],
): AgentMiddleware {
  if (subagents.length === 0) return createMiddleware({ name: 'subAgentMiddleware' })
  return asMiddleware(
    createSubAgentMiddleware({
      defaultModel: model,
      subagents: [...subagents],
      generalPurposeAgent: false,
      taskDescription: task.description,
    }),
  )
}

/** An agent, as it is defined: what its definition says, its whole prompt, and what it has besides. */
export interface AgentDefinition {
  readonly type: Pick<SubagentType, 'name' | 'description' | 'toolAccess'>
  readonly model: BaseChatModel
  readonly prompt: string
  /** Ends the prompt; differs between agents of one type, so that it isn't cached. */
  readonly identity?: string | undefined
  readonly middleware: readonly AgentMiddleware[]
}

/** Builds an agent with what every agent has. */
export function createAgentOf({ run, capture, backend }: Kit, definition: AgentDefinition) {
  const { type, model, middleware } = definition
  const { name, description, toolAccess } = type
  const redact = (text: string) => run.providers.secrets.redact(text)
  const identity = definition.identity && redact(definition.identity)
  const prompt = [redact(definition.prompt), identity].filter(Boolean).join('\n\n')
  const options = { run, capture, ...(toolAccess && { toolAccess }), ...(identity && { identity }) }
  return createSubAgent({
    name,
    description,
    systemPrompt: prompt,
    model,
    tools: [],
    middleware: [...middleware, ...middlewareOf(backend, options)],
  })
}

/** Keeps the threads of a run. */
export function checkpointerOf({
  store,
  sessionId,
  origin,
  runId,
  log,
}: SessionStore & Pick<RunIdentity, 'origin' | 'runId'> & Pick<RunRecord, 'log'>): Checkpointer {
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
