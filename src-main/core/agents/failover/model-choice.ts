import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { FailoverReason } from '#shared/events/model.ts'
import type { ModelRef } from '#shared/events/value.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { Providers } from '../../providers/registry/providers.ts'
import type { Agent } from '../recording/agent-directory.ts'
import { causesOf } from '../recording/explain-error.ts'
import type { Failure } from './failures.ts'

/** A limit of a provider whose end is known, in milliseconds since the epoch. */
export interface Limited {
  readonly model: ModelRef
  readonly until: number
  /** Whose limit it is. */
  readonly reason: string
  /** The same, with when to resume and what else to do. */
  readonly message: string
}

interface Reason {
  readonly reason: FailoverReason
  readonly error: string
}

/** Why a model is no longer asked in a run, and when it may be asked again, if that is known. */
interface GivenUp extends Reason {
  readonly limited?: Limited | undefined
}

/** An agent goes on with another model. */
export interface Failover extends Reason {
  readonly from: ModelRef
  readonly to: ModelRef
}

/**
 * Which models the agents of one run work with: each with its own, until that can't be had; then with
 * the next of the session's list, until the run's end.
 */
export class ModelChoice {
  #fallbacks: readonly ModelRef[]
  readonly #providers: Pick<Providers, 'create'>
  readonly #current = new Map<SpanId, ModelRef>()
  readonly #givenUp = new Map<string, GivenUp>()
  readonly #clients = new Map<string, Promise<BaseChatModel>>()
  readonly #borne = new WeakSet<object>()

  constructor(fallbacks: readonly ModelRef[], providers: Pick<Providers, 'create'>) {
    this.#fallbacks = fallbacks
    this.#providers = providers
  }

  /** The model an agent works with by now. */
  of(agent: Agent): ModelRef {
    return this.#current.get(agent.agentId) ?? agent.model
  }

  /** Its client, made when it is first asked for. */
  clientOf(ref: ModelRef): Promise<BaseChatModel> {
    const name = nameOf(ref)
    const made = this.#clients.get(name) ?? this.#providers.create(ref)
    this.#clients.set(name, made)
    return made
  }

  /** Makes a model the first to fall back to, even if it was given up before. */
  offer(model: ModelRef): void {
    this.#givenUp.delete(nameOf(model))
    this.#fallbacks = [model, ...this.#fallbacks]
  }

  /** Marks a model as limited, as an earlier run found. */
  limit(limited: Limited): void {
    const { model, reason } = limited
    this.#givenUp.set(nameOf(model), { reason: 'rate-limit', error: reason, limited })
  }

  /** Of an error after which nobody tries again with the same model. */
  bear(error: unknown): void {
    if (typeof error === 'object' && error !== null) this.#borne.add(error)
  }

  isBorne(error: unknown): boolean {
    return causesOf(error).some(
      (one) => typeof one === 'object' && one !== null && this.#borne.has(one),
    )
  }

  /**
   * Lets an agent go on with the next model, where there is one and it may do better. `limited` is the
   * limit that its model ran into.
   */
  giveUp(
    agent: Agent,
    { fault, message }: Pick<Failure, 'fault' | 'message'>,
    limited?: Limited,
  ): Failover | undefined {
    const reason = FailoverReason.safeParse(fault)
    if (!reason.success) return undefined
    const from = this.of(agent)
    this.#givenUp.set(nameOf(from), { reason: reason.data, error: message, limited })
    return this.switch(agent)
  }

  /** What another agent found out of an agent's model holds for this one as well. */
  switch(agent: Agent): Failover | undefined {
    const why = this.#givenUp.get(nameOf(this.of(agent)))
    const to = why && this.#fallbacks.find((ref) => !this.#givenUp.has(nameOf(ref)))
    if (!why || !to) return undefined
    return this.#replace(agent, to, why)
  }

  /** Finds the limit that ends first, of an agent's own model and its fallbacks; `undefined`: its model wasn't given up. */
  findFirstEnd(agent: Agent): Limited | undefined {
    if (!this.#givenUp.has(nameOf(this.of(agent)))) return undefined
    return [agent.model, ...this.#fallbacks]
      .flatMap((model) => this.#givenUp.get(nameOf(model))?.limited ?? [])
      .toSorted((a, b) => a.until - b.until)[0]
  }

  /** Lets an agent continue with a model whose limit has ended, unless there is a better one by now. */
  readmit(agent: Agent, model: ModelRef): Failover | undefined {
    const switched = this.switch(agent)
    if (switched) return switched
    const from = nameOf(this.of(agent))
    const why = this.#givenUp.get(from)
    if (!why) return undefined
    this.#givenUp.delete(nameOf(model))
    return from === nameOf(model) ? undefined : this.#replace(agent, model, why)
  }

  #replace(agent: Agent, to: ModelRef, { reason, error }: Reason): Failover {
    const from = this.of(agent)
    this.#current.set(agent.agentId, to)
    return { from, to, reason, error }
  }
}

/** Tells models apart: the same name at another address is another model. */
export function nameOf({ provider, model, baseUrl = '' }: ModelRef): string {
  return `${provider}:${model} ${baseUrl}`
}
