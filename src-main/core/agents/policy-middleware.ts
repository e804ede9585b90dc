import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import { interrupt, isGraphBubbleUp } from '@langchain/langgraph'
import { createMiddleware } from 'langchain'
import { z } from 'zod'
import type { Grant } from '../policy/grants.ts'
import { isVisible } from '../policy/judge.ts'
import type { Agent } from './agent-directory.ts'
import { toThread } from './answer.ts'
import type { Capture } from './capture.ts'
import { explainFailure, redactError } from './failures.ts'
import { repair } from './repair.ts'
import type { RunContext } from './run-context.ts'
import { agentNamespaceOf, callSpanOf } from './span-ids.ts'
import { ToolGate } from './tool-gate.ts'

const MAX_ATTEMPTS = 3
const FIRST_DELAY_MS = 400
const MAX_DELAY_MS = 20_000

export interface PolicyOptions {
  readonly run: RunContext
  readonly capture: Capture
  /** The tools the agent's definition gives it; absent: all. */
  readonly grants?: readonly Grant[]
  readonly isLead: boolean
}

const Configurable = z.object({ checkpoint_ns: z.string() })

/** Stands around every model call and every tool call of one agent. */
export function createPolicyMiddleware({ run, capture, grants, isLead }: PolicyOptions) {
  const gate = new ToolGate(run, grants)
  const asks = new ModelGate(run, capture)
  return createMiddleware({
    name: 'orreryPolicy',
    wrapModelCall: (request, handler) => {
      // What was said meanwhile joins the thread first: the run takes it in and goes on from here.
      if (isLead && !run.inputs.isEmpty) interrupt('input')
      const namespace = namespaceOf(request.runtime)
      const tools = request.tools.filter(({ name }) => isVisible(String(name), run.rules, grants))
      const { messages: seen } = request
      const thread = { namespace, messages: seen, length: request.state.messages.length }
      return asks.call(thread, (messages) =>
        handler({ ...request, tools, messages: [...messages] }),
      )
    },
    wrapToolCall: (request, handler) => {
      const namespace = namespaceOf(request.runtime)
      const { id = randomUUID(), name, args } = request.toolCall
      const asked = {
        toolCallId: id,
        name,
        args: z.record(z.string(), z.unknown()).catch({}).parse(args),
        namespace,
        exists: request.tool !== undefined,
        run: (passed: Readonly<Record<string, unknown>>) =>
          Promise.resolve(handler({ ...request, toolCall: { ...request.toolCall, args: passed } })),
      }
      return gate.pass(asked, run.agents.get(agentNamespaceOf(namespace)))
    },
  })
}

/** deepagents repairs a thread by itself, and throws away what did run: this takes its place. */
export function createRepairMiddleware(run: RunContext) {
  return createMiddleware({
    name: 'patchToolCallsMiddleware',
    wrapModelCall: (request, handler) => {
      const agent = run.agents.get(agentNamespaceOf(namespaceOf(request.runtime)))
      const messages = repair(request.messages, { ...run, agentId: agent.agentId })
      return handler(messages ? { ...request, messages } : request)
    },
  })
}

/** A model call of one agent: the messages it would see, and how many there are in all. */
interface AskingThread {
  readonly namespace: string
  readonly messages: readonly BaseMessage[]
  readonly length: number
}

type Ask = (messages: readonly BaseMessage[]) => PromiseLike<AIMessage> | AIMessage

class ModelGate {
  readonly #run: RunContext
  readonly #capture: Capture

  constructor(run: RunContext, capture: Capture) {
    this.#run = run
    this.#capture = capture
  }

  /** Asks again where a failure may well pass; each attempt is a call of its own in the log. */
  async call(thread: AskingThread, ask: Ask): Promise<AIMessage> {
    const { namespace, messages } = thread
    const agent = this.#run.agents.get(agentNamespaceOf(namespace))
    await this.#tellCompacted(thread, agent)
    for (let attempt = 1; ; attempt += 1) {
      const { reason } = this.#run.budget
      if (reason) return new AIMessage({ id: randomUUID(), content: `[${reason}]` })
      this.#capture.announceAttempt(namespace, attempt)
      try {
        return toThread(await ask(messages), (id) => this.#isKnown(agent, id))
      } catch (error) {
        await this.#mayRetry(error, agent, attempt)
      }
    }
  }

  /** deepagents sums a thread up right before it asks, and says so nowhere. */
  async #tellCompacted(thread: AskingThread, { agentId }: Agent): Promise<void> {
    const summary = this.#capture.takeSummary(thread.namespace)
    if (summary === undefined) return
    const { store, sessionId, log } = this.#run
    // The first message is the summary itself.
    const keptMessages = Math.max(0, thread.messages.length - 1)
    const data = {
      summary: store.blobs.storeText(sessionId, summary),
      droppedMessages: Math.max(0, thread.length - keptMessages),
      keptMessages,
    }
    await log.append({ kind: 'context.compacted', agentId, data })
  }

  #isKnown({ agentId }: Agent, toolCallId: string): boolean {
    const { sessionId, journal, log } = this.#run
    const span = callSpanOf(sessionId, agentId, toolCallId)
    return log.hasOpened(span) || journal.find(span).type !== 'none'
  }

  async #mayRetry(error: unknown, { model }: Agent, attempt: number): Promise<void> {
    const { signal, providers } = this.#run
    if (signal.aborted || isGraphBubbleUp(error)) throw error
    redactError(error, providers)
    const failure = explainFailure(error, { model, providers })
    if (!failure.isTransient || attempt >= MAX_ATTEMPTS) throw error
    const backOffMs = FIRST_DELAY_MS * 2 ** (attempt - 1)
    await delay(Math.min(failure.retryAfterMs ?? backOffMs, MAX_DELAY_MS), undefined, { signal })
  }
}

function namespaceOf(runtime: { readonly configurable?: unknown }): string {
  return Configurable.parse(runtime.configurable).checkpoint_ns
}
