import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { isGraphBubbleUp } from '@langchain/langgraph'
import { AppError } from '#shared/error.ts'
import type { Agent } from '../agent-directory.ts'
import { causesOf } from '../explain-error.ts'
import type { RunContext } from '../run-context.ts'
import { agentNamespaceOf } from '../span-ids.ts'
import { Attempt } from './attempt.ts'
import { explainFailure, type Failure, redactError } from './failures.ts'
import type { Failover, Limited } from './model-choice.ts'

/** Asks with another client than the agent's own, where that is given. */
type AskWith<T> = (client: BaseChatModel | undefined, provider: string) => PromiseLike<T> | T

interface Asking {
  readonly run: RunContext
  /** Of the node that asks. */
  readonly namespace: string
  /** Hears of each try: what sums a thread up has nobody else to try it again. */
  readonly announce: (attempt: Attempt) => void
  /** Changes the request after a failure. Returns whether to try it again at once, with the same model. */
  readonly amend?: (failure: Failure) => boolean
}

/** Makes a model call of an agent, with the next model of the session's list wherever one can't be had. */
export async function withFailover<T>(
  { run, namespace, announce, amend }: Asking,
  ask: AskWith<T>,
): Promise<T> {
  const { models, faults, parking } = run
  await parking.park()
  const agent = run.agents.get(agentNamespaceOf(namespace))
  await tell(run, agent, models.switch(agent))
  await run.limitWait?.enter(agent, models.of(agent))
  await tell(run, agent, models.switch(agent))
  for (let number = 1, ofModel = 1; ; number += 1) {
    const attempt = new Attempt({ model: models.of(agent), number, ofModel }, faults)
    announce(attempt)
    try {
      return await askWith(run, agent, ask)
    } catch (error) {
      const failed = { run, agent, attempt, amend }
      ofModel = (await isTriedAgain(error, failed)) ? ofModel + 1 : 1
      await parking.park()
    }
  }
}

async function askWith<T>({ models }: RunContext, agent: Agent, ask: AskWith<T>): Promise<T> {
  const ref = models.of(agent)
  const client = ref === agent.model ? undefined : await models.clientOf(ref)
  return await ask(client, ref.provider)
}

interface Failed {
  readonly run: RunContext
  readonly agent: Agent
  readonly attempt: Attempt
  readonly amend: Asking['amend']
}

/** True: with the same model, after a while unless the request was amended. False: at once, with the next. Fails where neither can be. */
async function isTriedAgain(
  error: unknown,
  { run, agent, attempt, amend }: Failed,
): Promise<boolean> {
  const { signal, providers, models } = run
  if (signal.aborted || isGraphBubbleUp(error)) throw error
  redactError(error, providers)
  const failure = explainFailure(error, { model: attempt.model, providers })
  if (amend?.(failure)) return true
  const delayMs = models.isBorne(error) ? undefined : attempt.retryDelay(failure)
  if (delayMs !== undefined) {
    await run.parking.delay(delayMs)
    return true
  }
  const limited = run.limitWait?.findLimit(attempt.model, failure)
  const next = models.giveUp(agent, failure, limited)
  if (next) {
    await tell(run, agent, next)
    return false
  }
  const first = run.limitWait && (models.findFirstEnd(agent) ?? limited)
  if (!first) throw asSentence(failure, error)
  await tell(run, agent, await switchAfterWait(run, agent, first))
  return false
}

/** Waits until the first limit of the agent's models ends; a person may choose another model meanwhile. */
async function switchAfterWait(
  { limitWait, models }: RunContext,
  agent: Agent,
  first: Limited,
): Promise<Failover | undefined> {
  await limitWait?.wait(agent, first)
  return models.readmit(agent, first.model)
}

/** Whoever hears of it, a person or the agent that delegated, is told what happened and what to do. */
function asSentence({ fault, message, isTransient }: Failure, cause: unknown): AppError {
  const known = causesOf(cause).find((one) => AppError.is(one))
  if (AppError.is(known)) return known
  return new AppError('unavailable', message, { retryable: isTransient, data: { fault }, cause })
}

async function tell(
  run: RunContext,
  { agentId }: Agent,
  data: Failover | undefined,
): Promise<void> {
  if (data) await run.log.append({ kind: 'model.failed-over', agentId, data })
}
