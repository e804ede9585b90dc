import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { isGraphBubbleUp } from '@langchain/langgraph'
import { AppError } from '#shared/lib/app-error.ts'
import type { RunIdentity } from '../context/run-identity.ts'
import type { RunServices } from '../context/run-services.ts'
import type { RunPace } from '../limits/run-pace.ts'
import type { Agent } from '../recording/agent-directory.ts'
import { causesOf } from '../recording/explain-error.ts'
import type { RunLog } from '../recording/run-log.ts'
import type { RunRecord } from '../recording/run-record.ts'
import { agentNamespaceOf } from '../recording/span-ids.ts'
import { Attempt } from './attempt.ts'
import { explainFailure, type Failure, redactError } from './failures.ts'
import type { Failover, Limited, ModelChoice } from './model-choice.ts'
import type { ModelState } from './model-state.ts'

/** Asks with another client than the agent's own, where that is given. */
type AskWith<T> = (client: BaseChatModel | undefined, provider: string) => PromiseLike<T> | T

/** Parts of a run that failover uses. */
export interface FailoverContext
  extends Pick<RunIdentity, 'signal'>,
    Pick<RunServices, 'providers'>,
    Pick<RunRecord, 'log' | 'agents'>,
    Pick<RunPace, 'parking'>,
    Pick<ModelState, 'models' | 'faults' | 'limitWait'> {}

interface Asking {
  readonly run: FailoverContext
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
  await recordFailover(run.log, agent, models.switch(agent))
  await run.limitWait?.enter(agent, models.of(agent))
  await recordFailover(run.log, agent, models.switch(agent))
  for (let number = 1, ofModel = 1; ; number += 1) {
    const attempt = new Attempt({ model: models.of(agent), number, ofModel }, faults)
    announce(attempt)
    try {
      return await askWith(models, agent, ask)
    } catch (error) {
      const failed = { run, agent, attempt, amend }
      ofModel = (await prepareRetry(error, failed)) ? ofModel + 1 : 1
      await parking.park()
    }
  }
}

async function askWith<T>(models: ModelChoice, agent: Agent, ask: AskWith<T>): Promise<T> {
  const ref = models.of(agent)
  const client = ref === agent.model ? undefined : await models.clientOf(ref)
  return await ask(client, ref.provider)
}

interface Failed {
  readonly run: FailoverContext
  readonly agent: Agent
  readonly attempt: Attempt
  readonly amend: Asking['amend']
}

/**
 * Waits or switches to the next model, so that the call can be made again. Returns whether it uses the
 * same model. Throws the error if neither is possible.
 */
async function prepareRetry(
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
    await recordFailover(run.log, agent, next)
    return false
  }
  const first = run.limitWait && (models.findFirstEnd(agent) ?? limited)
  if (!first) throw asSentence(failure, error)
  await recordFailover(run.log, agent, await switchAfterWait(run, agent, first))
  return false
}

/** Waits until the first limit of the agent's models ends; a person may choose another model meanwhile. */
async function switchAfterWait(
  { limitWait, models }: Pick<ModelState, 'limitWait' | 'models'>,
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

async function recordFailover(
  log: RunLog,
  { agentId }: Agent,
  data: Failover | undefined,
): Promise<void> {
  if (data) await log.append({ kind: 'model.failed-over', agentId, data })
}
