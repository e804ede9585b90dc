import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { Runnable, type RunnableConfig } from '@langchain/core/runnables'
import {
  createDeepAgent,
  createFilesystemMiddleware,
  createSubAgent,
  createSummarizationMiddleware,
} from 'deepagents'
import {
  type AgentMiddleware,
  anthropicPromptCachingMiddleware,
  todoListMiddleware,
} from 'langchain'
import { AppError } from '#shared/error.ts'
import { AgentBackend } from './backend.ts'
import type { Capture } from './capture.ts'
import { Checkpointer } from './checkpointer.ts'
import {
  createPolicyMiddleware,
  createRepairMiddleware,
  type PolicyOptions,
} from './policy-middleware.ts'
import type { RunContext } from './run-context.ts'
import { agentIdOf } from './span-ids.ts'
import type { SubagentType } from './subagent-types.ts'

export interface AgentParts {
  readonly run: RunContext
  readonly capture: Capture
  readonly model: BaseChatModel
  readonly prompt: string
  readonly subagentTypes: readonly SubagentType[]
}

/** Builds the lead and its subagents. It takes milliseconds, so every run builds its own. */
export function buildAgent(parts: AgentParts) {
  const { run, capture, model, prompt, subagentTypes } = parts
  const backend = new AgentBackend(run)
  return createDeepAgent({
    model,
    backend,
    systemPrompt: prompt,
    checkpointer: checkpointerOf(run),
    middleware: middlewareOf(backend, { run, capture, isLead: true }),
    subagents: subagentTypes.map((type) => compile(type, parts, backend)),
  })
}

/** Every agent has the same ones; those that deepagents has under the same name are replaced. */
function middlewareOf(backend: AgentBackend, options: PolicyOptions): AgentMiddleware[] {
  return [
    createFilesystemMiddleware({ backend }),
    createSummarizationMiddleware({ backend }),
    createRepairMiddleware(options.run),
    asMiddleware(todoListMiddleware()),
    createPolicyMiddleware(options),
  ]
}

/** deepagents gives it to the lead by itself. */
function cachingOf(model: BaseChatModel): AgentMiddleware[] {
  if (model.getName() !== 'ChatAnthropic') return []
  return [asMiddleware(anthropicPromptCachingMiddleware())]
}

/** Some of langchain's own are typed for the previous zod; they are middleware like the others. */
function asMiddleware(middleware: object): AgentMiddleware {
  return middleware as AgentMiddleware
}

function compile(
  { name, description, prompt, grants }: SubagentType,
  { run, capture, model }: AgentParts,
  backend: AgentBackend,
) {
  const options = { run, capture, isLead: false, ...(grants && { grants }) }
  const agent = createSubAgent({
    name,
    description,
    systemPrompt: prompt,
    model,
    tools: [],
    middleware: [...middlewareOf(backend, options), ...cachingOf(model)],
  })
  return { name, description, runnable: new ResumableSubagent(agent) }
}

interface Invokable {
  invoke(input: unknown, config: RunnableConfig): Promise<unknown>
}

/**
 * LangGraph takes a `checkpoint_id` in the config of a nested graph, even an empty one, for a wish to
 * start over from there: calls that had ended would run again after a resume (langgraphjs #2667).
 */
class ResumableSubagent extends Runnable {
  override lc_namespace = ['orrery']
  readonly #agent: Invokable

  constructor(agent: unknown) {
    super()
    // The agent's own type names its state; here it is only passed through.
    this.#agent = agent as Invokable
  }

  override invoke(input: unknown, config: RunnableConfig = {}): Promise<unknown> {
    const { checkpoint_id: _, ...configurable } = config.configurable ?? {}
    return this.#agent.invoke(input, { ...config, configurable })
  }
}

function checkpointerOf({ store, sessionId, runId, log }: RunContext): Checkpointer {
  return new Checkpointer(store.checkpoints, {
    sessionId,
    attribute: (namespace) => {
      // What a run left behind may go on for a while: the thread is another's by then.
      if (log.isClosed) throw new AppError('cancelled', 'The run has ended.')
      return { runId, agentId: agentIdOf(sessionId, namespace) }
    },
    onRefused: log.onRefused,
  })
}
