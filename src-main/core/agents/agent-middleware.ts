import { setImmediate as nextTurn } from 'node:timers/promises'
import { createFilesystemMiddleware } from 'deepagents'
import { type AgentMiddleware, createMiddleware } from 'langchain'
import type { Agent } from './agent-directory.ts'
import { asMiddleware } from './as-middleware.ts'
import type { AgentBackend } from './calls/backend.ts'
import type { Attempt } from './models/attempt.ts'
import { createCompaction } from './models/compaction.ts'
import { withFailover } from './models/model-failover.ts'
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

/** Every agent has the same ones; those that deepagents has under the same name are replaced. */
export function middlewareOf(backend: AgentBackend, options: PolicyOptions): AgentMiddleware[] {
  const { run } = options
  return [
    outermost(createPromptEviction(backend), options),
    createCompaction({
      backend,
      run,
      modelOf: ({ runtime }) => run.models.of(agentOf(run, runtime)),
    }),
    createRepairMiddleware(run),
    createCaching(),
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
      return withFailover({ run, namespace, announce }, async (model, provider) => {
        // A step of the graph, and what is made of it for the model, are too long for one turn.
        await nextTurn()
        const translated = translate(request.messages, provider)
        const messages = showMedia(translated, provider, model ?? request.model)
        const asked = { ...request, messages, ...(model && { model }) }
        return wrapModelCall ? wrapModelCall(asked, handler) : handler(asked)
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

/** deepagents gives it to a lead that begins with such a model; any agent may go on with one. */
function createCaching(): AgentMiddleware {
  return createMiddleware({
    name: 'orreryCaching',
    wrapModelCall: async (request, handler) => {
      // Counting the tokens of every message and tool comes before, building the request after.
      await nextTurn()
      if (request.model.getName() !== 'ChatAnthropic') return handler(request)
      const cache_control = { type: 'ephemeral', ttl: '5m' }
      return handler({ ...request, modelSettings: { ...request.modelSettings, cache_control } })
    },
  })
}
