import { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages'
import type { LLMResult } from '@langchain/core/outputs'
import { z } from 'zod'
import type { Draft, EventFor } from '#shared/events/index.ts'
import type { ModelRef, Outcome } from '#shared/events/value.ts'
import type { Hash, SpanId } from '#shared/ids.ts'
import { costOf, type Price, type Usage } from '#shared/pricing.ts'
import type { Agent } from '../agent-directory.ts'
import { storeMessage, textOfContent } from '../checkpoints/messages.ts'
import type { RunContext } from '../run-context.ts'
import { agentNamespaceOf, toPlace } from '../span-ids.ts'
import { finishReasonOf, messageOf, toDeltas, toolsOf } from './answer-pieces.ts'
import type { Attempt } from './attempt.ts'
import { type Delta, DeltaJoiner } from './delta-joiner.ts'
import { explainFailure } from './failures.ts'
import { estimateUsage, NO_USAGE, UsageCount } from './usage-count.ts'

/** How a summary is asked for: it runs inside an agent's step, and is told apart by this alone. */
const SUMMARY_BEGINS = 'You are a conversation summarizer'

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

type Ended = EventFor<'model.ended'>['data']

/** A model call under way. */
interface ModelCall {
  readonly spanId: SpanId
  readonly agent: Agent
  /** The model that is really asked. */
  readonly model: ModelRef
  /** Which of the tries it is. */
  readonly attempt: Attempt | undefined
  /** Of the node that makes it. */
  readonly namespace: string
  readonly purpose: 'step' | 'summary'
  readonly request: readonly BaseMessage[]
  readonly joiner: DeltaJoiner
  readonly usage: UsageCount
  /** Places of calls in the answer, as the server counts them, in the order they came. */
  readonly calls: unknown[]
  /** Time counts while it is under way. */
  readonly work: Disposable
  price: Price | undefined
  answered: string
}

/** Writes every model call of a run, attempts and summaries included, as `model.*` events. */
export class Capture extends BaseCallbackHandler {
  override readonly name = 'orrery-capture'
  override readonly awaitHandlers = true
  /** What can't be written down does not happen. */
  override readonly raiseError = true
  /** Makes `invoke` stream where the model can. */
  readonly lc_prefer_streaming = true
  readonly #run: RunContext
  readonly #calls = new Map<string, ModelCall>()
  /** Which attempt a namespace's next call is. */
  readonly #attempts = new Map<string, Attempt>()
  /** The same of a summary. */
  readonly #summaryAttempts = new Map<string, Attempt>()
  /** What a namespace's thread was summed up as. */
  readonly #summaries = new Map<string, string>()

  constructor(run: RunContext) {
    super({})
    this.#run = run
  }

  /** Says which attempt the next call in `namespace` is. */
  announce(namespace: string, attempt: Attempt): void {
    this.#attempts.set(namespace, attempt)
  }

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
    const { thread_id: thread, langgraph_checkpoint_ns: place } = metadata ?? {}
    const { namespace } = toPlace(String(thread ?? ''), String(place ?? ''))
    const agent = this.#run.agents.get(agentNamespaceOf(namespace))
    const call = this.#open(agent, namespace, request)
    this.#calls.set(id, call)
    try {
      await this.#begin(call, extra)
    } catch (error) {
      this.#take(id)
      throw error
    }
  }

  async #begin(call: ModelCall, extra: Record<string, unknown> | undefined): Promise<void> {
    const { agent, purpose, request } = call
    call.price = await this.#run.providers.priceOf(call.model)
    const attempt = call.attempt?.number ?? 1
    const { provider, model } = call.model
    const data = {
      provider,
      model,
      purpose,
      attempt,
      request: await this.#store(request, extra),
    } as const
    const draft: Draft = {
      kind: 'model.started',
      ...this.#place(call),
      parentSpanId: agent.spanId,
      data,
    }
    const heard = this.#run.mail.hear(request.map(({ id }) => id))
    if (heard.length > 0) {
      const { agentId } = agent
      this.#run.log.note({ kind: 'message.heard', agentId, data: { messages: heard } })
    }
    await this.#run.log.open(call.spanId, draft, (outcome) => this.#cutOff(call, outcome))
  }

  override async handleLLMNewToken(
    _token: string,
    _index: unknown,
    id: string,
    _parent?: string,
    _tags?: string[],
    fields?: { chunk?: unknown },
  ): Promise<void> {
    const call = this.#calls.get(id)
    const message = messageOf(fields?.chunk)
    if (!call || !message) return
    call.usage.add(message)
    for (const delta of toDeltas(message, call.calls)) this.#add(call, delta)
  }

  override async handleLLMEnd(output: LLMResult, id: string): Promise<void> {
    const call = this.#take(id)
    if (!call) return
    const generation = output.generations[0]?.[0]
    const message = messageOf(generation)
    if (message && !call.usage.usage) call.usage.add(message)
    if (message && !call.joiner.hasBegun) this.#sayWhole(call, message)
    const usage = call.usage.usage ?? estimateUsage(call.request, call.answered)
    const finishReason = finishReasonOf(generation)
    const tools = toolsOf(message)
    await this.#end(call, {
      outcome: 'ok',
      usage,
      isEstimated: call.usage.usage === undefined,
      ...(finishReason && { finishReason }),
      ...(tools.length > 0 && { tools: [...tools] }),
    })
    if (call.purpose === 'summary') {
      this.#summaries.set(call.namespace, textOfContent(message?.content))
    }
  }

  override async handleLLMError(error: unknown, id: string): Promise<void> {
    const call = this.#take(id)
    // A call that is cut off ends with its run, as that does.
    if (!call || this.#run.signal.aborted) return
    const { model, attempt } = call
    const failure = explainFailure(error, { model, providers: this.#run.providers })
    const retryInMs = attempt?.retryDelay(failure)
    await this.#end(call, {
      outcome: 'error',
      ...this.#spent(call),
      error: failure.message,
      ...(retryInMs !== undefined && { retryInMs }),
    })
  }

  #open(agent: Agent, namespace: string, request: readonly BaseMessage[]): ModelCall {
    const spanId = this.#run.ids.span()
    const write = (deltas: readonly Delta[]) => this.#run.log.note(...this.#deltas(call, deltas))
    const purpose = isSummary(request) ? 'summary' : 'step'
    const call: ModelCall = {
      spanId,
      agent,
      model: this.#run.models.of(agent),
      attempt: (purpose === 'step' ? this.#attempts : this.#summaryAttempts).get(namespace),
      namespace,
      purpose,
      request,
      joiner: new DeltaJoiner(write),
      usage: new UsageCount(),
      calls: [],
      work: this.#run.limits.work(),
      price: undefined,
      answered: '',
    }
    return call
  }

  async #store(request: readonly BaseMessage[], extra: Record<string, unknown> | undefined) {
    const { blobs } = this.#run.store
    const messages: Hash[] = []
    for (const message of request) {
      const { hash, bytes } = await storeMessage(message)
      blobs.adopt(this.#run.sessionId, hash, bytes)
      messages.push(hash)
    }
    const { tools, ...params } = Invocation.parse(extra).invocation_params
    const toolsHash = tools && blobs.put(this.#run.sessionId, JSON.stringify(tools))
    return { messages, ...(toolsHash && { tools: toolsHash }), params: keepParams(params) }
  }

  #add(call: ModelCall, delta: Delta): void {
    call.answered += delta.text
    call.joiner.add(delta)
  }

  #sayWhole(call: ModelCall, message: AIMessageChunk): void {
    for (const delta of toDeltas(message, call.calls)) this.#add(call, delta)
  }

  #take(id: string): ModelCall | undefined {
    const call = this.#calls.get(id)
    if (this.#calls.delete(id)) call?.work[Symbol.dispose]()
    return call
  }

  async #end(call: ModelCall, ended: Omit<Ended, 'provider' | 'model' | 'costUsd'>): Promise<void> {
    const { model } = call
    // Long requests may cost more: now it is known how long this one was.
    call.price = await this.#run.providers.priceOf(model, ended.usage.inputTokens)
    this.#run.log.noteEnd(call.spanId, ...this.#ends(call, ended))
  }

  /** How a call ends that was broken off: what it used so far is a guess. */
  #cutOff(call: ModelCall, outcome: Outcome): readonly Draft[] {
    return this.#ends(call, { outcome, ...this.#spent(call) })
  }

  /** What a call that failed has used: nothing, if it never answered. */
  #spent({ joiner, usage, request, answered }: ModelCall): { usage: Usage; isEstimated: boolean } {
    if (!joiner.hasBegun && !usage.usage) return { usage: NO_USAGE, isEstimated: false }
    const guess = estimateUsage(request, answered)
    const said = usage.usage ?? NO_USAGE
    const inputTokens = said.inputTokens || guess.inputTokens
    const outputTokens = Math.max(said.outputTokens, guess.outputTokens)
    return { usage: { ...said, inputTokens, outputTokens }, isEstimated: true }
  }

  #ends(call: ModelCall, ended: Omit<Ended, 'provider' | 'model' | 'costUsd'>): readonly Draft[] {
    const { price } = call
    const costUsd = price ? costOf(ended.usage, price) : null
    this.#run.money.spend(costUsd)
    const { provider, model } = call.model
    const data = { provider, model, ...ended, costUsd, ...(price && { price }) }
    const rest = this.#deltas(call, call.joiner.take())
    return [...rest, { kind: 'model.ended', ...this.#place(call), data }]
  }

  #deltas(call: ModelCall, deltas: readonly Delta[]): Draft[] {
    return deltas.map((data) => ({ kind: 'model.delta', ...this.#place(call), data }))
  }

  #place({ spanId, agent }: ModelCall): { spanId: SpanId; agentId: SpanId } {
    return { spanId, agentId: agent.agentId }
  }
}

const Invocation = z
  .object({
    invocation_params: z.looseObject({ tools: z.array(z.unknown()).optional() }).default({}),
  })
  .catch({ invocation_params: {} })

function keepParams(params: Readonly<Record<string, unknown>>) {
  const kept = KEPT_PARAMS.flatMap((name) => {
    const value = z.json().safeParse(params[name])
    return value.success && value.data !== null ? [[name, value.data] as const] : []
  })
  return Object.fromEntries(kept)
}

function isSummary(request: readonly BaseMessage[]): boolean {
  const first = request.find((message) => message.getType() !== 'system')
  return first !== undefined && textOfContent(first.content).startsWith(SUMMARY_BEGINS)
}
