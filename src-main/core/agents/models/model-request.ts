import type { BaseMessage } from '@langchain/core/messages'
import { z } from 'zod'
import type { EventFor } from '#shared/events/index.ts'
import type { Hash } from '#shared/ids.ts'
import { storeMessage } from '../checkpoints/stored-message.ts'
import type { RunContext } from '../run-context.ts'
import { textOfContent } from '../text-of-content.ts'

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
export function paramsOf(extra: unknown): Readonly<Record<string, unknown>> {
  return Invocation.parse(extra).invocation_params
}

/** Stores what a model is asked: each message once, however many requests hold it. `extra` is LangChain's. */
export async function storeRequest(
  { store, sessionId }: RunContext,
  request: readonly BaseMessage[],
  extra: unknown,
): Promise<StoredRequest> {
  const messages: Hash[] = []
  for (const message of request) {
    const { hash, bytes } = await storeMessage(message)
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
export function isSummary(request: readonly BaseMessage[]): boolean {
  const first = request.find((message) => message.getType() !== 'system')
  return first !== undefined && textOfContent(first.content).startsWith(SUMMARY_BEGINS)
}
