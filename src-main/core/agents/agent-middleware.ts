import { setImmediate as nextTurn } from 'node:timers/promises'
import { createFilesystemMiddleware } from 'deepagents'
import { type AgentMiddleware, createMiddleware, SystemMessage } from 'langchain'
import type { Agent } from './agent-directory.ts'
import { asMiddleware } from './as-middleware.ts'
import type { AgentBackend } from './calls/backend.ts'
import type { Attempt } from './models/attempt.ts'
import { createCompaction } from './models/compaction.ts'
import type { Failure } from './models/failures.ts'
import { withFailover } from './models/model-failover.ts'
import { RefusedImages } from './models/refused-images.ts'
import { showMedia } from './models/show-media.ts'
import { translate } from './models/translate.ts'
import {
  createPolicyMiddleware,
  createRepairMiddleware,
  namespaceOf,
  type PolicyOptions,
} from './policy-middleware.ts'
import type { RunContext } from './run-context.ts'
import { agentNamespaceOf } from './span-ids.ts'

export interface MiddlewareOptions extends PolicyOptions {
  /** The end of the system prompt that differs between agents of one type. */
  readonly identity?: string
}

/** Every agent has the same ones; those that deepagents has under the same name are replaced. */
export function middlewareOf(backend: AgentBackend, options: MiddlewareOptions): AgentMiddleware[] {
  const { run, identity } = options
  return [
    outermost(createPromptEviction(backend), options),
    createCompaction({
      backend,
      run,
      modelOf: ({ runtime }) => run.models.of(agentOf(run, runtime)),
      isForced: ({ runtime }) => run.compactionRequests.has(agentNamespaceOf(namespaceOf(runtime))),
      onForced: ({ runtime }) =>
        run.compactionRequests.delete(agentNamespaceOf(namespaceOf(runtime))),
    }),
    createRepairMiddleware(run),
    createCaching(identity),
    createPolicyMiddleware(options),
  ]
}

function agentOf({ agents }: RunContext, runtime: Parameters<typeof namespaceOf>[0]): Agent {
  return agents.get(agentNamespaceOf(namespaceOf(runtime)))
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
      const images = new RefusedImages(request.messages)
      const amend = (failure: Failure) => images.leaveOutMore(failure)
      return withFailover({ run, namespace, announce, amend }, async (model, provider) => {
        // A step of the graph, and what is made of it for the model, are too long for one turn.
        await nextTurn()
        const translated = translate(images.messages, provider)
        const messages = showMedia(translated, provider, model ?? request.model)
        const asked = { ...request, messages, ...(model && { model }) }
        const answer = await (wrapModelCall ? wrapModelCall(asked, handler) : handler(asked))
        images.note(answer)
        return answer
      })
    },
  }
}

/**
 * From deepagents' filesystem middleware we keep only the eviction of long prompts. The tools are ours,
 * and the tool gate evicts their results: deepagents does it by a tool's name, and keeps the whole
 * message where a result comes as a `Command`.
 */
function createPromptEviction(backend: AgentBackend): AgentMiddleware {
  const { tools, wrapToolCall, ...rest } = asMiddleware(
    createFilesystemMiddleware({
      backend,
      tools: ['read_file'],
      toolTokenLimitBeforeEvict: null,
    }),
  )
  return rest
}

/**
 * Lets Anthropic cache a request up to two points: the end of the system prompt that agents of one type
 * share, and the end of the conversation. Tools come before both. deepagents does it only for a lead that
 * starts with such a model; any agent may continue with one.
 */
function createCaching(identity: string | undefined): AgentMiddleware {
  return createMiddleware({
    name: 'orreryCaching',
    wrapModelCall: async (request, handler) => {
      // Counting the tokens of every message and tool comes before, building the request after.
      await nextTurn()
      if (request.model.getName() !== 'ChatAnthropic') return handler(request)
      const systemMessage = withBreakpoint(request.systemMessage, identity)
      const modelSettings = { ...request.modelSettings, cache_control: CACHE_CONTROL }
      return handler({ ...request, systemMessage, modelSettings })
    },
  })
}

const CACHE_CONTROL = { type: 'ephemeral', ttl: '5m' }

/** Puts a breakpoint at the end of the system prompt, but before the agent's identity. */
function withBreakpoint(message: SystemMessage, identity: string | undefined): SystemMessage {
  const { text } = message
  if (text === '') return message
  const own = identity && text.endsWith(identity) ? identity : ''
  const shared = text.slice(0, text.length - own.length).trimEnd()
  const blocks = [
    { type: 'text', text: shared, cache_control: CACHE_CONTROL },
    { type: 'text', text: own },
  ]
  return new SystemMessage({ content: blocks.filter((block) => block.text !== '') })
}
