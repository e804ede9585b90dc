import { setImmediate as nextTurn } from 'node:timers/promises'
import { createFilesystemMiddleware } from 'deepagents'
import { type AgentMiddleware, createMiddleware, SystemMessage } from 'langchain'
import type { AgentBackend } from '../calls/scratch-backend.ts'
import { asMiddleware } from '../compaction/as-middleware.ts'
import { createCompaction } from '../compaction/compaction.ts'
import type { Attempt } from '../failover/attempt.ts'
import type { Failure } from '../failover/failures.ts'
import { type FailoverContext, withFailover } from '../failover/model-failover.ts'
import { RefusedImages } from '../failover/refused-images.ts'
import { showMedia } from '../models/show-media.ts'
import { translate } from '../models/translate.ts'
import type { Agent } from '../recording/agent-directory.ts'
import type { RunRecord } from '../recording/run-record.ts'
import { agentNamespaceOf } from '../recording/span-ids.ts'
import {
  createPolicyMiddleware,
  createRepairMiddleware,
  namespaceOf,
  type PolicyContext,
  type PolicyOptions,
} from './policy-middleware.ts'

/** Parts of a run that an agent uses. */
export type AgentContext = PolicyContext &
  FailoverContext & {
    /** Namespaces of agents whose threads are compacted before their next model call. */
    readonly compactionRequests: Set<string>
  }

interface MiddlewareOptions extends PolicyOptions {
  readonly run: AgentContext
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

function agentOf(
  { agents }: Pick<RunRecord, 'agents'>,
  runtime: Parameters<typeof namespaceOf>[0],
): Agent {
  return agents.get(agentNamespaceOf(namespaceOf(runtime)))
}

/** The first stands around all others, also around what sums a thread up: so all ask the same model. */
function outermost(
  middleware: AgentMiddleware,
  { run, capture }: Pick<MiddlewareOptions, 'run' | 'capture'>,
): AgentMiddleware {
  const { wrapModelCall } = middleware
  return {
    ...middleware,
    wrapModelCall: (request, handler) => {
      const namespace = namespaceOf(request.runtime)
      const announce = (attempt: Attempt) => capture.announceSummary(namespace, attempt)
      const images = new RefusedImages(request.messages)
      const amend = (failure: Failure) => images.omitMore(failure)
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
