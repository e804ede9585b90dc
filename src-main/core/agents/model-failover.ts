import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import { isGraphBubbleUp } from '@langchain/langgraph'
import { AppError } from '#shared/error.ts'
import type { Agent } from './agent-directory.ts'
import { causesOf, explainFailure, type Failure, redactError } from './failures.ts'
import { textOfContent } from './messages.ts'
import type { Switch } from './model-choice.ts'
import type { RunContext } from './run-context.ts'
import { agentNamespaceOf } from './span-ids.ts'

/** Asks with another client than the agent's own, where that is given. */
type AskWith<T> = (client: BaseChatModel | undefined, provider: string) => PromiseLike<T> | T

/** Makes a model call of an agent, with the next model of the session's list wherever one can't be had. */
export async function withFailover<T>(
  run: RunContext,
  namespace: string,
  ask: AskWith<T>,
): Promise<T> {
  const { models, agents } = run
  const agent = agents.get(agentNamespaceOf(namespace))
  await tell(run, agent, models.switch(agent))
  for (;;) {
    const ref = models.of(agent)
    try {
      const client = ref === agent.model ? undefined : await models.clientOf(ref)
      return await ask(client, ref.provider)
    } catch (error) {
      if (run.signal.aborted || isGraphBubbleUp(error)) throw error
      redactError(error, run.providers)
      const failure = explainFailure(error, { model: ref, providers: run.providers })
      const next = models.giveUp(agent, failure)
      if (!next) throw asSentence(failure, error)
      await tell(run, agent, next)
    }
  }
}

/** Whoever hears of it, a person or the agent that delegated, is told what happened and what to do. */
function asSentence({ fault, message, isTransient }: Failure, cause: unknown): AppError {
  const known = causesOf(cause).find((one) => AppError.is(one))
  if (AppError.is(known)) return known
  return new AppError('unavailable', message, { retryable: isTransient, data: { fault }, cause })
}

async function tell(run: RunContext, { agentId }: Agent, data: Switch | undefined): Promise<void> {
  if (data) await run.log.append({ kind: 'model.failed-over', agentId, data })
}

/**
 * A thread as a model of `provider` takes it: what others wrote in a form of their own becomes text,
 * and calls.
 */
export function translate(messages: readonly BaseMessage[], provider: string): BaseMessage[] {
  return messages.map((message) =>
    AIMessage.isInstance(message) && isForeign(message, provider) ? plain(message) : message,
  )
}

/** Only Anthropic's client, and OpenAI's where it speaks of responses, write more than text. */
function isForeign({ response_metadata: made, content }: AIMessage, provider: string): boolean {
  return typeof content !== 'string' && made['model_provider'] !== provider
}

function plain({ id, content, tool_calls, additional_kwargs }: AIMessage): AIMessage {
  return new AIMessage({
    content: textOfContent(content),
    additional_kwargs,
    ...(id !== undefined && { id }),
    ...(tool_calls && { tool_calls }),
  })
}
