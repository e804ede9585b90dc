import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages'
import type { Draft, EventFor } from '#shared/events/index.ts'
import type { ModelRef } from '#shared/events/value.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import { costOf, type Price, type Usage } from '#shared/pricing/pricing.ts'
import { OWN_PRICE } from '../../providers/model-catalogue/model-catalogue.ts'
import type { Attempt } from '../failover/attempt.ts'
import type { Agent } from '../recording/agent-directory.ts'
import { toDeltas } from './answer-pieces.ts'
import { type CountedUsage, estimateUsage, NO_USAGE, UsageCount } from './count-tokens.ts'
import { type Delta, DeltaJoiner } from './delta-joiner.ts'

/** What came of a call, but for what the call knows of itself. */
export type Came = Omit<EventFor<'model.ended'>['data'], 'provider' | 'model' | 'costUsd'>

/** The last events of a call, and what it cost. */
interface ModelCallEnd {
  readonly drafts: readonly Draft[]
  readonly costUsd: number | null
}

/** What is known of a model call before it is answered. */
interface AskedModelCall {
  readonly spanId: SpanId
  readonly agent: Agent
  /** The model that is really asked. */
  readonly model: ModelRef
  /** Which of the tries it is; absent: nobody counts them. */
  readonly attempt: Attempt | undefined
  /** Of the node that makes it. */
  readonly namespace: string
  readonly purpose: 'step' | 'summary'
  readonly request: readonly BaseMessage[]
}

/** A model call under way, with what was answered so far. `write` is given that, to be logged. */
export class ModelCall {
  readonly asked: AskedModelCall
  /** As far as it is known; long requests may cost more than short ones. */
  price: Price | undefined
  readonly #joiner: DeltaJoiner
  readonly #usage = new UsageCount()
  /** Places of tool calls in the answer, as the server counts them, in the order they came. */
  readonly #toolCalls: unknown[] = []
  #answered = ''

  constructor(asked: AskedModelCall, write: (drafts: readonly Draft[]) => void) {
    this.asked = asked
    this.#joiner = new DeltaJoiner((deltas) => write(this.#toDrafts(deltas)))
  }

  /** Says of a draft whose it is. */
  get inSpan(): { readonly spanId: SpanId; readonly agentId: SpanId } {
    const { spanId, agent } = this.asked
    return { spanId, agentId: agent.agentId }
  }

  /** Takes a piece of the answer. */
  hear(piece: AIMessageChunk): void {
    this.#usage.add(piece)
    this.#say(piece)
  }

  /** Takes the answer as a whole, for what did not come in pieces. */
  hearWhole(answer: AIMessageChunk): void {
    if (!this.#usage.isReported) this.#usage.add(answer)
    if (!this.#joiner.hasBegun) this.#say(answer)
  }

  /** Returns what a call that ended has used. */
  used(): CountedUsage {
    return this.#usage.complete(estimateUsage(this.asked.request, this.#answered))
  }

  /** Returns what a call that failed has used: nothing, if it was never answered. */
  spent(): CountedUsage {
    if (!this.#joiner.hasBegun && !this.#usage.isReported) {
      return { usage: NO_USAGE, isEstimated: false }
    }
    const estimate = estimateUsage(this.asked.request, this.#answered)
    const { usage, serviceTier } = this.#usage.complete(estimate)
    const outputTokens = Math.max(usage.outputTokens, estimate.outputTokens)
    return { usage: { ...usage, outputTokens }, isEstimated: true, serviceTier }
  }

  /**
   * Returns its end in the log, behind what was not written yet of its answer. `costUsd` is what the
   * server charges, if it says so.
   */
  toEnd({ costUsd: charged, serviceTier, ...came }: Came & CountedUsage): ModelCallEnd {
    const { provider, model } = this.asked.model
    const price = this.price && { price: this.price }
    const isCostReported = charged !== undefined && this.price?.source !== OWN_PRICE
    const costUsd = isCostReported ? charged : this.#costOf(came.usage)
    const data = {
      provider,
      model,
      ...came,
      costUsd,
      ...(isCostReported && { isCostReported }),
      ...(serviceTier !== undefined && { serviceTier }),
      ...price,
    }
    const rest = this.#toDrafts(this.#joiner.take())
    return { costUsd, drafts: [...rest, { kind: 'model.ended', ...this.inSpan, data }] }
  }

  /** US dollars; `null` where nobody knows the price of what was used. */
  #costOf(usage: Usage): number | null {
    if (this.price) return costOf(usage, this.price)
    return usage.inputTokens + usage.outputTokens === 0 ? 0 : null
  }

  #say(message: AIMessageChunk): void {
    for (const delta of toDeltas(message, this.#toolCalls)) {
      this.#answered += delta.text
      this.#joiner.add(delta)
    }
  }

  #toDrafts(deltas: readonly Delta[]): readonly Draft[] {
    return deltas.map((data) => ({ kind: 'model.delta', ...this.inSpan, data }))
  }
}
