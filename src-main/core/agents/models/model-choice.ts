import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { FailoverReason } from '#shared/events/model.ts'
import type { ModelRef } from '#shared/events/value.ts'
import type { SpanId } from '#shared/ids.ts'
import type { Providers } from '../../providers/providers.ts'
import type { Agent } from '../agent-directory.ts'
import { causesOf } from '../explain-error.ts'
import type { Failure } from './failures.ts'

/** Why a model is no longer asked in a run. */
export interface GivenUp {
  readonly reason: FailoverReason
  readonly error: string
}

/** An agent goes on with another model. */
export interface Failover extends GivenUp {
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

  /** The next model for whoever can't go on with its own. */
  offer(model: ModelRef): void {
    this.#fallbacks = [model, ...this.#fallbacks]
  }

  /** Marks a model as limited, as an earlier run found. */
  limit(model: ModelRef, reason: string): void {
    this.#givenUp.set(nameOf(model), { reason: 'rate-limit', error: reason })
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

  /** Lets an agent go on with the next model, where there is one and it may do better. */
  giveUp(
    agent: Agent,
    { fault, message }: Pick<Failure, 'fault' | 'message'>,
  ): Failover | undefined {
    const reason = FailoverReason.safeParse(fault)
    if (!reason.success) return undefined
    const from = this.of(agent)
    this.#givenUp.set(nameOf(from), { reason: reason.data, error: message })
    return this.switch(agent)
  }

  /** What another agent found out of an agent's model holds for this one as well. */
  switch(agent: Agent): Failover | undefined {
    const from = this.of(agent)
    const why = this.#givenUp.get(nameOf(from))
    const to = why && this.#fallbacks.find((ref) => !this.#givenUp.has(nameOf(ref)))
    if (!why || !to) return undefined
    this.#current.set(agent.agentId, to)
    return { from, to, ...why }
  }
}

/** Tells models apart: the same name at another address is another model. */
export function nameOf({ provider, model, baseUrl = '' }: ModelRef): string {
  return `${provider}:${model} ${baseUrl}`
}
