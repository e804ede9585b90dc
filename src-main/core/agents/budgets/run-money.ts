import type { ModelRef } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { costOfTokens, type Price } from '#shared/pricing/pricing.ts'
import type { BudgetScope } from '#shared/settings/settings.ts'
import type { Agent } from '../recording/agent-directory.ts'
import type { Account, Reservation, Shortage } from './ledger.ts'

/** A model call that is about to be made, at its most expensive. */
export interface PlannedCall {
  readonly agent: Agent
  readonly model: ModelRef
  readonly price: Price | undefined
  readonly inputTokens: number
  readonly outputTokens: number
}

/** What a person said of a budget that a call does not fit into. */
export type BudgetRuling =
  | { readonly type: 'raise'; readonly limitUsd: number }
  /** Go on with another model, which may cost less. */
  | { readonly type: 'switch'; readonly model: ModelRef }
  | { readonly type: 'stop'; readonly reason: string }

interface RunMoneyOptions {
  readonly account: Account
  /** Asks what to do about a shortage. */
  readonly ask: (shortage: Shortage, call: PlannedCall) => Promise<BudgetRuling>
  /** Ends the run. */
  readonly stop: (reason: string) => void
  /** Lets every agent that can't go on with its model go on with this one. */
  readonly offer: (model: ModelRef) => void
  /** Until it is disposed, a call waits for an answer. */
  readonly rest: () => Disposable
}

const FREE: Reservation = { usd: 0, [Symbol.dispose]: () => undefined }

/** The money of one run: set aside before each call, and asked for where there is not enough. */
export class RunMoney implements Disposable {
  readonly #options: RunMoneyOptions
  /** One question at a time for each budget, however many calls wait for its answer. */
  readonly #asked = new Map<BudgetScope, Promise<BudgetRuling>>()
  #isStopped = false
  #isOver = false

  constructor(options: RunMoneyOptions) {
    this.#options = options
  }

  /**
   * Sets aside what a call may cost. `undefined`: the run ends instead. Fails with `limit` where a
   * budget holds and nobody knows what the model costs, and where another model shall go on; with
   * `cancelled` once the run is over.
   */
  async reserve(call: PlannedCall): Promise<Reservation | undefined> {
    const { account } = this.#options
    if (!account.isLimited) return FREE
    if (!call.price) throw unpriced(call.model)
    const usd = mostFor(call, call.price)
    while (!this.#isStopped && !this.#isOver) {
      const answer = await account.reserve(usd)
      if ('usd' in answer) return answer
      const ruling = await this.#settle(answer, call)
      if (ruling.type === 'switch') throw tooExpensive(call.model, ruling.model)
    }
    if (this.#isOver) throw new AppError('cancelled', 'The run has ended.')
    return undefined
  }

  /**
   * As `reserve`, for what an agent can do without: nobody is asked and nothing waited for. Fails with
   * `limit` where it does not fit.
   */
  async reserveOptional(call: Omit<PlannedCall, 'agent'>): Promise<Reservation> {
    const { account } = this.#options
    if (!account.isLimited) return FREE
    if (!call.price) throw unpriced(call.model)
    const answer = await account.reserveNow(mostFor(call, call.price))
    if (answer && 'usd' in answer) return answer
    throw doneWithout(call.model, answer)
  }

  /** Counts what a call did cost; an unknown cost cannot be counted. */
  spend(costUsd: number | null): void {
    this.#options.account.spend(costUsd ?? 0)
  }

  async #settle(shortage: Shortage, call: PlannedCall): Promise<BudgetRuling> {
    const { scope } = shortage
    using _resting = this.#options.rest()
    const asked = this.#asked.get(scope) ?? this.#ask(shortage, call)
    this.#asked.set(scope, asked)
    return await asked.finally(() => this.#asked.delete(scope))
  }

  async #ask(shortage: Shortage, call: PlannedCall): Promise<BudgetRuling> {
    const { account, ask, stop, offer } = this.#options
    const ruling = await ask(shortage, call)
    if (ruling.type === 'raise') account.raise(shortage.scope, ruling.limitUsd)
    if (ruling.type === 'switch') offer(ruling.model)
    if (ruling.type === 'stop') {
      this.#isStopped = true
      stop(ruling.reason)
    }
    return ruling
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    this.#options.account[Symbol.dispose]()
  }
}

/** What is written into a provider's cache may cost more than other input. */
function mostFor({ inputTokens, outputTokens }: Omit<PlannedCall, 'agent'>, price: Price): number {
  const used = { inputTokens, outputTokens, cacheReadTokens: 0, reasoningTokens: 0 }
  const costs = [0, inputTokens].map((cacheWriteTokens) =>
    costOfTokens({ ...used, cacheWriteTokens }, price),
  )
  return Math.max(...costs)
}

function doneWithout({ model }: ModelRef, shortage: Shortage | undefined): AppError {
  const budget = shortage ? budgetName(shortage.scope) : 'what calls under way leave of a budget'
  return new AppError('limit', `${model} was not asked: it does not fit into ${budget}.`)
}

function tooExpensive(from: ModelRef, to: ModelRef): AppError {
  const message = `A person chose ${to.model}: the budget does not last for ${from.model}.`
  return new AppError('limit', message, { data: { fault: 'budget' } })
}

function unpriced({ provider, model }: ModelRef): AppError {
  const message = `Nobody knows what ${provider}:${model} costs, so no budget can hold with it. Give it a price in the settings, choose another model, or take the budget away.`
  return new AppError('limit', message)
}

/** A budget's name, for a sentence. */
export function budgetName(scope: BudgetScope): string {
  return {
    run: 'this run’s budget',
    session: 'this session’s budget',
    project: 'this project’s budget',
    month: 'this month’s budget',
  }[scope]
}
