import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { Runnable, type RunnableConfig } from '@langchain/core/runnables'
import {
  createDeepAgent,
  createFilesystemMiddleware,
  createSubAgent,
  createSubAgentMiddleware,
  createSummarizationMiddleware,
} from 'deepagents'
import { type AgentMiddleware, createMiddleware, todoListMiddleware } from 'langchain'
import { AppError } from '#shared/error.ts'
import { toolNamed } from '../tools/index.ts'
import { AgentBackend } from './backend.ts'
import type { Capture } from './capture.ts'
import { Checkpointer } from './checkpointer.ts'
import { translate, withFailover } from './model-failover.ts'
import type { Attempt } from './model-retry.ts'
import {
  createPolicyMiddleware,
  createRepairMiddleware,
  namespaceOf,
  type PolicyOptions,
} from './policy-middleware.ts'
import { describeDelegates } from './prompt.ts'
import type { RunContext } from './run-context.ts'
import { agentIdOf } from './span-ids.ts'
import type { Delegate } from './subagent-delegates.ts'
import { createTurnLimit } from './subagent-turns.ts'

export interface AgentParts {
  readonly run: RunContext
  readonly capture: Capture
  readonly model: BaseChatModel
  readonly prompt: string
  /** Whom the lead can delegate to. */
  readonly delegates: readonly Delegate[]
}

/** Builds the lead and its subagents. It takes milliseconds, so every run builds its own. */
export function buildAgent(parts: AgentParts) {
  const { run, capture, model, prompt } = parts
  const backend = new AgentBackend(run)
  const own = middlewareOf(backend, { run, capture, isLead: true })
  return createDeepAgent({
    model,
    backend,
    systemPrompt: prompt,
    checkpointer: checkpointerOf(run),
    middleware: [createDelegation(model, compileAll(parts, backend)), ...own],
  })
}

/** Every agent has the same ones; those that deepagents has under the same name are replaced. */
function middlewareOf(backend: AgentBackend, options: PolicyOptions): AgentMiddleware[] {
  return [
    outermost(asMiddleware(createFilesystemMiddleware({ backend })), options),
    createSummarizationMiddleware({ backend }),
    createRepairMiddleware(options.run),
    ...planningOf(options),
    createCaching(),
    createPolicyMiddleware(options),
  ]
}

/** The first stands around all others, also around what sums a thread up: so all ask the same model. */
function outermost(
  middleware: AgentMiddleware,
  { run, capture }: Pick<PolicyOptions, 'run' | 'capture'>,
): AgentMiddleware {
  const { wrapModelCall } = middleware
  return {
    ...middleware,
    wrapModelCall: (request, handler) => {
      const namespace = namespaceOf(request.runtime)
      const announce = (attempt: Attempt) => capture.announceSummary(namespace, attempt)
      return withFailover({ run, namespace, announce }, (model, provider) => {
        const messages = translate(request.messages, provider)
        const asked = { ...request, messages, ...(model && { model }) }
        return wrapModelCall ? wrapModelCall(asked, handler) : handler(asked)
      })
    },
  }
}

/** It tells an agent how to plan: not one that can't. */
function planningOf({ grants }: PolicyOptions): AgentMiddleware[] {
  const canPlan = !grants || grants.some(({ name }) => toolNamed(name).plan !== undefined)
  return canPlan ? [asMiddleware(todoListMiddleware())] : []
}

/** deepagents gives it to a lead that begins with such a model; any agent may go on with one. */
function createCaching(): AgentMiddleware {
  return createMiddleware({
    name: 'orreryCaching',
    wrapModelCall: (request, handler) => {
      if (request.model.getName() !== 'ChatAnthropic') return handler(request)
      const cache_control = { type: 'ephemeral', ttl: '5m' }
      return handler({ ...request, modelSettings: { ...request.modelSettings, cache_control } })
    },
  })
}

/** Some of langchain's own are typed for the previous zod; they are middleware like the others. */
function asMiddleware(middleware: object): AgentMiddleware {
  return middleware as AgentMiddleware
}

/** Takes the place of deepagents' own, which adds a subagent that nobody defined. */
function createDelegation(
  model: BaseChatModel,
  subagents: readonly CompiledDelegate[],
): AgentMiddleware {
  if (subagents.length === 0) return createMiddleware({ name: 'subAgentMiddleware' })
  return asMiddleware(
    createSubAgentMiddleware({
      defaultModel: model,
      subagents: [...subagents],
      generalPurposeAgent: false,
      taskDescription: TASK,
    }),
  )
}

/** Whom to delegate to is said in the prompt. */
const TASK =
  'Starts a subagent with a clean context for one task, and answers with its report. `description` is all it is told, so give it the aim, what is known, the paths, whether it may change anything, and what to report. Calls in one answer run in parallel.'

interface CompiledDelegate {
  readonly name: string
  readonly description: string
  readonly runnable: ResumableSubagent
}

/** Those that may delegate can start the others, so that no chain is longer than that. */
function compileAll(parts: AgentParts, backend: AgentBackend): readonly CompiledDelegate[] {
  const [delegating, others] = split(parts.delegates, mayDelegate)
  const workers = others.map((delegate) => compile(delegate, parts, backend))
  const more = delegating.map((delegate) => {
    const prompt = [delegate.type.prompt, describeDelegates(others)].join('\n\n')
    const type = { ...delegate.type, prompt }
    return compile({ ...delegate, type }, parts, backend, [
      createDelegation(delegate.model, workers),
    ])
  })
  return [...workers, ...more]
}

function compile(
  { type, model }: Delegate,
  { run, capture }: AgentParts,
  backend: AgentBackend,
  delegation: readonly AgentMiddleware[] = [],
): CompiledDelegate {
  const { name, description, prompt, grants, maxTurns } = type
  const options = { run, capture, isLead: false, ...(grants && { grants }) }
  const limits = maxTurns === undefined ? [] : [createTurnLimit(maxTurns)]
  const agent = createSubAgent({
    name,
    description,
    systemPrompt: prompt,
    model,
    tools: [],
    middleware: [...delegation, ...limits, ...middlewareOf(backend, options)],
  })
  return { name, description, runnable: new ResumableSubagent(agent) }
}

function mayDelegate({ type }: Delegate): boolean {
  return type.grants?.some(({ name }) => toolNamed(name).isDelegation) ?? false
}

function split<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
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
