import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { createSubAgent, createSubAgentMiddleware } from 'deepagents'
import { type AgentMiddleware, createMiddleware } from 'langchain'
import { AppError } from '#shared/error.ts'
import { task } from '../tools/task.ts'
import { middlewareOf } from './agent-middleware.ts'
import { asMiddleware } from './as-middleware.ts'
import { AgentBackend } from './calls/backend.ts'
import { createOwnTools, type OwnTool } from './calls/own-tools.ts'
import { Checkpointer } from './checkpoints/checkpointer.ts'
import { Capture } from './models/capture.ts'
import type { RunContext } from './run-context.ts'
import { agentIdOf } from './span-ids.ts'
import type { ResumableSubagent } from './subagents/resumable-subagent.ts'
import type { SubagentType } from './subagents/subagent-type.ts'

/** What all agents of one thread are made with. */
export interface Kit {
  readonly run: RunContext
  readonly backend: AgentBackend
  readonly capture: Capture
  readonly tools: readonly OwnTool[]
}

export function kitOf(run: RunContext): Kit {
  return {
    run,
    backend: new AgentBackend(run),
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
  readonly type: Pick<SubagentType, 'name' | 'description' | 'grants'>
  readonly model: BaseChatModel
  readonly prompt: string
  /** Ends the prompt; differs between agents of one type, so that it isn't cached. */
  readonly identity?: string | undefined
  readonly middleware: readonly AgentMiddleware[]
}

/** Builds an agent with what every agent has. */
export function createAgentOf({ run, capture, backend }: Kit, definition: AgentDefinition) {
  const { type, model, middleware } = definition
  const { name, description, grants } = type
  const redact = (text: string) => run.providers.secrets.redact(text)
  const identity = definition.identity && redact(definition.identity)
  const prompt = [redact(definition.prompt), identity].filter(Boolean).join('\n\n')
  const options = { run, capture, ...(grants && { grants }), ...(identity && { identity }) }
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
export function checkpointerOf({ store, sessionId, origin, runId, log }: RunContext): Checkpointer {
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
