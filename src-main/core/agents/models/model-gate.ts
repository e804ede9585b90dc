import { randomUUID } from 'node:crypto'
import { ContextOverflowError } from '@langchain/core/errors'
import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import { isGraphBubbleUp } from '@langchain/langgraph'
import type { ModelRef } from '#shared/events/value.ts'
import type { Reservation } from '../budgets/ledger.ts'
import type { RunMoney } from '../budgets/run-money.ts'
import type { RunIdentity } from '../context/run-identity.ts'
import type { RedactingStore } from '../context/session-store.ts'
import { Attempt } from '../failover/attempt.ts'
import { explainFailure, redactError } from '../failover/failures.ts'
import type { ModelState } from '../failover/model-state.ts'
import type { RunPace } from '../limits/run-pace.ts'
import type { Agent } from '../recording/agent-directory.ts'
import type { RunRecord } from '../recording/run-record.ts'
import { agentNamespaceOf, callSpanOf } from '../recording/span-ids.ts'
import { toThread } from './answer.ts'
import type { Capture } from './capture.ts'
import { type CompactionRecord, recordCompaction } from './record-compaction.ts'

/** Parts of a run that the gate uses. */
export interface ModelGateContext
  extends CompactionRecord,
    RedactingStore,
    Pick<RunIdentity, 'origin' | 'signal'>,
    RunRecord,
    Pick<RunPace, 'limits' | 'parking'>,
    Pick<ModelState, 'models' | 'faults' | 'circuits'> {
  readonly money: RunMoney
}

/** A model call of one agent: the messages of its thread that it sees, and how many there are in all. */
interface AskingThread {
  readonly namespace: string
  readonly messages: readonly BaseMessage[]
  readonly length: number
  /** What the call can use at most: what it is asked with, and what it may answer. */
  readonly inputTokens: number
  readonly outputTokens: number
}

interface Trying {
  readonly thread: AskingThread
  readonly agent: Agent
  readonly attempt: Attempt
}

type Ask = () => PromiseLike<AIMessage> | AIMessage

/** Stands in front of the models of one agent type: asks again where that may help, and writes the answer for the thread. */
export class ModelGate {
  readonly #run: ModelGateContext
  readonly #capture: Capture
  /** How often a call that is not answered yet was tried, with other models included. */
  readonly #tries = new Map<string, number>()

  constructor(run: ModelGateContext, capture: Capture) {
    this.#run = run
    this.#capture = capture
  }

  /** Asks again where a failure may well pass; each attempt is a call of its own in the log. */
  async call(thread: AskingThread, ask: Ask): Promise<AIMessage> {
    const { namespace } = thread
    const agent = this.#run.agents.get(agentNamespaceOf(namespace))
    await recordCompaction(this.#run, this.#capture, { ...thread, agent })
    this.#run.limits.endStep(agent.agentId)
    const model = this.#run.models.of(agent)
    for (let ofModel = 1; ; ofModel += 1) {
      const { reason } = this.#run.limits
      if (reason) return new AIMessage({ id: randomUUID(), content: `[${reason}]` })
      const attempt = this.#count(namespace, model, ofModel)
      try {
        const answer = await this.#try({ thread, agent, attempt }, ask)
        if (!answer) continue
        this.#tries.delete(namespace)
        return toThread(answer, (id) => this.#isKnown(agent, id))
      } catch (error) {
        await this.#mayRetry(error, attempt)
        await this.#run.parking.park()
      }
    }
  }

  #count(namespace: string, model: ModelRef, ofModel: number): Attempt {
    const number = (this.#tries.get(namespace) ?? 0) + 1
    this.#tries.set(namespace, number)
    return new Attempt({ model, number, ofModel }, this.#run.faults)
  }

  /** `undefined`: there is no money for it, and the run ends. */
  async #try<T>(
    { thread, agent, attempt }: Trying,
    ask: () => PromiseLike<T> | T,
  ): Promise<T | undefined> {
    const { circuits, signal } = this.#run
    const { model } = attempt
    using reserved = await this.#reserve(thread, agent, model)
    if (!reserved) return undefined
    this.#capture.announce(thread.namespace, attempt)
    return await circuits.call(model, ask, signal)
  }

  async #reserve(
    { inputTokens, outputTokens }: AskingThread,
    agent: Agent,
    model: ModelRef,
  ): Promise<Reservation | undefined> {
    const { money, providers } = this.#run
    const price = await providers.priceOf(model, inputTokens)
    return money.reserve({ agent, model, price, inputTokens, outputTokens })
  }

  #isKnown({ agentId }: Agent, toolCallId: string): boolean {
    const { origin, journal, log } = this.#run
    const span = callSpanOf(origin, { agentId, toolCallId })
    return log.hasOpened(span) || journal.find(span).type !== 'none'
  }

  async #mayRetry(error: unknown, attempt: Attempt): Promise<void> {
    const { signal, providers, models } = this.#run
    if (signal.aborted || isGraphBubbleUp(error)) throw error
    redactError(error, providers)
    const failure = explainFailure(error, { model: attempt.model, providers })
    const delayMs = attempt.retryDelay(failure)
    if (delayMs === undefined) {
      models.bear(error)
      throw failure.fault === 'context-length' ? asOverflow(error) : error
    }
    await this.#run.parking.delay(delayMs)
  }
}

/** What compaction knows it by, whichever client it comes from. */
function asOverflow(error: unknown): unknown {
  return error instanceof Error ? ContextOverflowError.fromError(error) : error
}
