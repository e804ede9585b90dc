import { setImmediate as nextTurn } from 'node:timers/promises'
import { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import type { BaseMessage } from '@langchain/core/messages'
import type { LLMResult } from '@langchain/core/outputs'
import { z } from 'zod'
import type { Draft, EventFor } from '#shared/events/index.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { Hash } from '#shared/lib/ids.ts'
import { costOf, type Price } from '#shared/pricing/pricing.ts'
import type { Reservation } from '../budgets/ledger.ts'
import type { RunMoney } from '../budgets/run-money.ts'
import type { RunIdentity } from '../context/run-identity.ts'
import type { RunServices } from '../context/run-services.ts'
import type { RedactingStore, SessionStore } from '../context/session-store.ts'
import type { Attempt } from '../failover/attempt.ts'
import { explainFailure } from '../failover/failures.ts'
import type { ModelState } from '../failover/model-state.ts'
import type { RunPace } from '../limits/run-pace.ts'
import { storeMessage } from '../messages/stored-message.ts'
import { textOfContent } from '../messages/text-of-content.ts'
import type { Agent } from '../recording/agent-directory.ts'
import type { RunRecord } from '../recording/run-record.ts'
import { agentNamespaceOf } from '../recording/span-ids.ts'
import { toStoredPlace } from '../recording/thread-namespaces.ts'
import { finishReasonOf, messageOf, toolsOf } from './answer-pieces.ts'
import { atMostTokens, type CountedUsage, outputLimitOf } from './count-tokens.ts'
import { type Came, ModelCall } from './model-call.ts'

/** Parts of a run that recording model calls uses. */
export interface CaptureContext
  extends RedactingStore,
    Pick<RunIdentity, 'signal'>,
    Pick<RunServices, 'ids'>,
    Pick<RunRecord, 'log' | 'agents'>,
    Pick<RunPace, 'limits'>,
    Pick<ModelState, 'models'> {
  readonly money: RunMoney
  /** Returns which of these messages were written by an agent and are new to their reader. */
  readonly mail: { hear(messageIds: readonly (string | undefined)[]): number[] }
}

/** Until it is disposed, time counts, and what it may cost is set aside. */
interface UnderWay extends Disposable {
  readonly call: ModelCall
}

/** Writes every model call of a run, attempts and summaries included, as `model.*` events. */
export class Capture extends BaseCallbackHandler {
  override readonly name = 'orrery-capture'
  override readonly awaitHandlers = true
  /** What can't be written down does not happen. */
  override readonly raiseError = true
  /** Makes `invoke` stream where the model can. */
  readonly lc_prefer_streaming = true
  readonly #run: CaptureContext
  readonly #underWay = new Map<string, UnderWay>()
  /** Which attempt a namespace's next call is. */
  readonly #attempts = new Map<string, Attempt>()
  /** The same of a summary. */
  readonly #summaryAttempts = new Map<string, Attempt>()
  /** What a namespace's thread was summed up as. */
  readonly #summaries = new Map<string, string>()

  constructor(run: CaptureContext) {
    super({})
    this.#run = run
  }

  /** Says which attempt the next call in `namespace` is. */
  announce(namespace: string, attempt: Attempt): void {
    this.#attempts.set(namespace, attempt)
  }

  /** The same of the next summary that is asked for there. */
  announceSummary(namespace: string, attempt: Attempt): void {
    this.#summaryAttempts.set(namespace, attempt)
  }

  /** The summary that was made in `namespace` since this was last asked. */
  takeSummary(namespace: string): string | undefined {
    const summary = this.#summaries.get(namespace)
    this.#summaries.delete(namespace)
    return summary
  }

  override async handleChatModelStart(
    _llm: unknown,
    [request = []]: BaseMessage[][],
    id: string,
    _parent?: string,
    extra?: Record<string, unknown>,
    _tags?: string[],
    metadata?: Record<string, unknown>,
  ): Promise<void> {
    // LangChain prepares the call before this, and the provider's client sends it behind it.
    await nextTurn()
    const { thread_id: thread, langgraph_checkpoint_ns: place } = metadata ?? {}
    const { namespace } = toStoredPlace(String(thread ?? ''), String(place ?? ''))
    const agent = this.#run.agents.get(agentNamespaceOf(namespace))
    const call = this.#toCall(agent, namespace, request)
    using beginning = new DisposableStack()
    beginning.use(this.#run.limits.work())
    if (call.asked.purpose === 'summary') beginning.use(await this.#reserve(call, extra))
    await this.#begin(call, extra)
    const held = beginning.move()
    this.#underWay.set(id, { call, [Symbol.dispose]: () => held.dispose() })
  }

  /** A step's money was set aside before it got here; nobody knows of a summary before it is asked for. */
  async #reserve({ asked }: ModelCall, extra: unknown): Promise<Reservation> {
    const { agent, model, request } = asked
    const { money, providers, limits } = this.#run
    const inputTokens = atMostTokens(request, 0)
    const outputTokens = outputLimitOf({ maxTokens: paramsOf(extra)['max_tokens'] })
    const price = await providers.priceOf(model, inputTokens)
    const reserved = await money.reserve({ agent, model, price, inputTokens, outputTokens })
    if (reserved) return reserved
    throw new AppError('limit', limits.reason ?? 'The run has ended.')
  }

  override async handleLLMNewToken(
    _token: string,
    _index: unknown,
    id: string,
    _parent?: string,
    _tags?: string[],
    fields?: { chunk?: unknown },
  ): Promise<void> {
    const piece = messageOf(fields?.chunk)
    if (piece) this.#underWay.get(id)?.call.hear(piece)
  }

  override async handleLLMEnd(output: LLMResult, id: string): Promise<void> {
    using taken = this.#take(id)
    if (!taken) return
    const { call } = taken
    const generation = output.generations[0]?.[0]
    const message = messageOf(generation)
    if (message) call.hearWhole(message)
    const finishReason = finishReasonOf(generation)
    const tools = toolsOf(message)
    await this.#end(call, {
      outcome: 'ok',
      ...call.used(),
      ...(finishReason && { finishReason }),
      ...(tools.length > 0 && { tools: [...tools] }),
    })
    const { purpose, namespace } = call.asked
    if (purpose === 'summary') this.#summaries.set(namespace, textOfContent(message?.content))
  }

  override async handleLLMError(error: unknown, id: string): Promise<void> {
    using taken = this.#take(id)
    // A call that is cut off ends with its run, as that does.
    if (!taken || this.#run.signal.aborted) return
    const { call } = taken
    const { model, attempt } = call.asked
    const failure = explainFailure(error, { model, providers: this.#run.providers })
    const retryInMs = attempt?.retryDelay(failure)
    await this.#end(call, {
      outcome: 'error',
      ...call.spent(),
      error: failure.message,
      ...(retryInMs !== undefined && { retryInMs }),
    })
  }

  #toCall(agent: Agent, namespace: string, request: readonly BaseMessage[]): ModelCall {
    const { ids, models, log } = this.#run
    const purpose = isSummary(request) ? 'summary' : 'step'
    const attempts = purpose === 'step' ? this.#attempts : this.#summaryAttempts
    const attempt = attempts.get(namespace)
    const model = models.of(agent)
    const asked = {
      spanId: ids.span(),
      agent,
      model,
      attempt,
      namespace,
      purpose,
      request,
    } as const
    return new ModelCall(asked, (drafts) => log.note(...drafts))
  }

  async #begin(call: ModelCall, extra: Record<string, unknown> | undefined): Promise<void> {
    const { agent, attempt, model: ref, purpose, request } = call.asked
    call.price = await this.#run.providers.priceOf(ref)
    const { provider, model } = ref
    const stored = storeRequest(this.#run, request, extra)
    const data = { provider, model, purpose, attempt: attempt?.number ?? 1, request: stored }
    const parentSpanId = agent.spanId
    const draft: Draft = { kind: 'model.started', ...call.inSpan, parentSpanId, data }
    this.#noteHeard(call)
    await this.#run.log.open(call.asked.spanId, draft, (outcome) =>
      // What a call used that was broken off is a guess.
      this.#toEnd(call, { outcome, ...call.spent() }),
    )
  }

  /** An agent has heard what another wrote once it stands in what its model is asked. */
  #noteHeard({ asked: { agent, request } }: ModelCall): void {
    const { mail, log } = this.#run
    const messages = mail.hear(request.map(({ id }) => id))
    const { agentId } = agent
    if (messages.length > 0) log.note({ kind: 'message.heard', agentId, data: { messages } })
  }

  #take(id: string): UnderWay | undefined {
    const taken = this.#underWay.get(id)
    this.#underWay.delete(id)
    return taken
  }

  async #end(call: ModelCall, came: Came & CountedUsage): Promise<void> {
    const { model, spanId } = call.asked
    // Now it is known how long its request was, in which tier it was served, and so what it costs.
    const { serviceTier, usage } = came
    const standardPrice = call.price
    call.price = await this.#run.providers.priceOf(model, usage.inputTokens, { serviceTier })
    this.#run.log.noteEnd(spanId, ...this.#toEnd(call, came, standardPrice))
  }

  #toEnd(
    call: ModelCall,
    came: Came & CountedUsage,
    standardPrice: Price | undefined = call.price,
  ): readonly Draft[] {
    const { drafts, costUsd } = call.toEnd(came)
    // A tier of unknown price takes at least the standard price from a budget.
    this.#run.money.spend(costUsd ?? (standardPrice ? costOf(came.usage, standardPrice) : null))
    return drafts
  }
}

type StoredRequest = EventFor<'model.started'>['data']['request']

/** What of a request's parameters is worth keeping. */
const KEPT_PARAMS = [
  'temperature',
  'top_p',
  'max_tokens',
  'max_completion_tokens',
  'reasoning_effort',
  'thinking',
  'tool_choice',
] as const

const Invocation = z
  .object({
    invocation_params: z.looseObject({ tools: z.array(z.unknown()).optional() }).default({}),
  })
  .catch({ invocation_params: {} })

/** What a call is made with; `extra` is LangChain's. */
function paramsOf(extra: unknown): Readonly<Record<string, unknown>> {
  return Invocation.parse(extra).invocation_params
}

/** Stores what a model is asked: each message once, however many requests hold it. `extra` is LangChain's. */
function storeRequest(
  { store, sessionId }: SessionStore,
  request: readonly BaseMessage[],
  extra: unknown,
): StoredRequest {
  const messages: Hash[] = []
  for (const message of request) {
    const { hash, bytes } = storeMessage(message)
    store.blobs.adopt(sessionId, hash, bytes)
    messages.push(hash)
  }
  const { tools, ...params } = Invocation.parse(extra).invocation_params
  const toolsHash = tools && store.blobs.put(sessionId, JSON.stringify(tools))
  return { messages, ...(toolsHash && { tools: toolsHash }), params: keepParams(params) }
}

function keepParams(params: Readonly<Record<string, unknown>>): StoredRequest['params'] {
  const kept = KEPT_PARAMS.flatMap((name) => {
    const value = z.json().safeParse(params[name])
    return value.success && value.data !== null ? [[name, value.data] as const] : []
  })
  return Object.fromEntries(kept)
}

/** How a summary is asked for: it runs inside an agent's step, and is told apart by this alone. */
const SUMMARY_BEGINS = 'You are a conversation summarizer'

/** Whether a request is for a summary of a thread, and no step of its agent. */
function isSummary(request: readonly BaseMessage[]): boolean {
  const first = request.find((message) => message.getType() !== 'system')
  return first !== undefined && textOfContent(first.content).startsWith(SUMMARY_BEGINS)
}
