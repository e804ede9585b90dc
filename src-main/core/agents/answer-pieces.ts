import { AIMessageChunk, type BaseMessage, isAIMessage } from '@langchain/core/messages'
import type { Delta } from './delta-joiner.ts'

/** The message of a generation or of a piece of one, as a chunk. */
export function messageOf(generation: unknown): AIMessageChunk | undefined {
  const has = typeof generation === 'object' && generation !== null && 'message' in generation
  const message = has ? (generation.message as BaseMessage) : undefined
  if (!message) return undefined
  if (message instanceof AIMessageChunk) return message
  return isAIMessage(message) ? toChunk(message) : undefined
}

function toChunk(message: BaseMessage & { usage_metadata?: unknown }): AIMessageChunk {
  const { content, additional_kwargs, response_metadata } = message
  const whole = message as unknown as Pick<AIMessageChunk, 'tool_calls' | 'usage_metadata'>
  return new AIMessageChunk({
    content,
    additional_kwargs,
    response_metadata,
    ...(whole.tool_calls && { tool_calls: whole.tool_calls }),
    ...(whole.usage_metadata ? { usage_metadata: whole.usage_metadata } : {}),
  })
}

/** What a chunk says, as pieces of the log. `calls` are the calls of the answer so far; new ones are added. */
export function toDeltas(message: AIMessageChunk, calls: unknown[]): Delta[] {
  const reasoning = reasoningOf(message)
  const args = (message.tool_call_chunks ?? []).map(({ index, args = '' }): Delta => {
    if (!calls.includes(index)) calls.push(index)
    return { channel: 'args', text: args, call: calls.indexOf(index) }
  })
  return [
    { channel: 'reasoning', text: reasoning },
    { channel: 'text', text: spokenOf(message.content) },
    ...args,
  ]
}

function spokenOf(content: BaseMessage['content']): string {
  if (typeof content === 'string') return content
  return content.map((block) => ('text' in block ? String(block.text) : '')).join('')
}

function reasoningOf({ content, additional_kwargs: kwargs }: AIMessageChunk): string {
  const said = kwargs['reasoning_content'] ?? kwargs['reasoning']
  if (typeof said === 'string') return said
  if (typeof content === 'string') return ''
  return content.map((block) => ('thinking' in block ? String(block.thinking) : '')).join('')
}

/** Why the model stopped, as its provider puts it. */
export function finishReasonOf(message: AIMessageChunk | undefined): string | undefined {
  const { finish_reason: finish, stop_reason: stop } = {
    ...message?.additional_kwargs,
    ...message?.response_metadata,
  }
  const reason = finish ?? stop
  return typeof reason === 'string' ? reason : undefined
}
