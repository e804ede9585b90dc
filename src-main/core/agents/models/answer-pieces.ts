import { AIMessageChunk, type BaseMessage, isAIMessage } from '@langchain/core/messages'
import type { ChatGeneration, Generation } from '@langchain/core/outputs'
import { parseJson } from '#shared/lib/json.ts'
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
  return [
    { channel: 'reasoning', text: reasoning },
    { channel: 'text', text: spokenOf(message.content) },
    ...callPiecesOf(message).map(({ key, text }): Delta => {
      if (!calls.includes(key)) calls.push(key)
      return { channel: 'args', text, call: calls.indexOf(key) }
    }),
  ]
}

/** Pieces of calls; some clients have whole calls only, and one counts all of them as the first. */
function callPiecesOf({ tool_call_chunks: pieces = [], tool_calls: whole = [] }: AIMessageChunk) {
  if (pieces.length === 0) {
    return whole.map(({ id, args }) => ({ key: id, text: JSON.stringify(args) }))
  }
  const isWhole = pieces.every(
    ({ id, args }) => id !== undefined && parseJson(args ?? '') !== undefined,
  )
  return pieces.map(({ index, id, args = '' }) => ({ key: isWhole ? id : index, text: args }))
}

function spokenOf(content: BaseMessage['content']): string {
  if (typeof content === 'string') return content
  return content.map((block) => ('text' in block ? String(block.text) : '')).join('')
}

function reasoningOf({ content, additional_kwargs: kwargs }: AIMessageChunk): string {
  const said = kwargs['reasoning_content'] ?? kwargs['reasoning']
  if (typeof said === 'string') return said
  if (typeof content === 'string') return ''
  return content
    .map((block) => {
      if ('thinking' in block) return String(block.thinking)
      return block.type === 'reasoning' && 'reasoning' in block ? String(block.reasoning) : ''
    })
    .join('')
}

/** Why the model stopped, in OpenAI's words where others have one for the same. */
export function finishReasonOf(
  generation: Generation | ChatGeneration | undefined,
): string | undefined {
  const message = messageOf(generation)
  const { finish_reason, done_reason, stop_reason } = {
    ...generation?.generationInfo,
    ...message?.additional_kwargs,
    ...message?.response_metadata,
  }
  const reason = finish_reason ?? stop_reason ?? done_reason
  if (typeof reason !== 'string') return undefined
  const usual = USUAL_REASONS[reason.toLowerCase()] ?? reason.toLowerCase()
  const hasCalls = toolsOf(message).length > 0
  return usual === 'stop' && hasCalls ? 'tool_calls' : usual
}

/** By the words of each server, in any case. */
const USUAL_REASONS: Readonly<Record<string, string>> = {
  // Anthropic
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'context_exceeded',
  // OpenAI's Responses
  max_output_tokens: 'length',
  incomplete: 'length',
  // Gemini
  safety: 'content_filter',
  recitation: 'content_filter',
  language: 'content_filter',
  blocklist: 'content_filter',
  prohibited_content: 'content_filter',
  spii: 'content_filter',
  image_safety: 'content_filter',
  image_prohibited_content: 'content_filter',
  image_recitation: 'content_filter',
  // Mistral
  model_length: 'length',
  // GLM
  sensitive: 'content_filter',
  // Bedrock
  content_filtered: 'content_filter',
  guardrail_intervened: 'content_filter',
  // Hugging Face, Together
  eos: 'stop',
  eos_token: 'stop',
  // Cohere
  complete: 'stop',
  error_toxic: 'content_filter',
}

/** The tools an answer asks for, a name for each call, unreadable ones included. */
export function toolsOf(message: AIMessageChunk | undefined): readonly string[] {
  const { tool_calls: calls = [], invalid_tool_calls: invalid = [] } = message ?? {}
  return [...calls, ...invalid].map(({ name }) => name ?? 'unknown')
}
