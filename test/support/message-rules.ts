import { isJson, type Json, listOf } from './model-formats/format.ts'
import type { ModelRequest } from './model-server.ts'

/** What a provider documents, or is known to answer, about the messages of a request. */
export interface MessageRules {
  /** No assistant or tool message has a `name`. */
  readonly refusesNames?: boolean
  /** Every call comes back with the reasoning in front of it. */
  readonly needsReasoning?: boolean
  /** Messages have no fields but those of OpenAI's reference. */
  readonly refusesReasoning?: boolean
  /** A message with calls has no empty text. */
  readonly refusesEmptyText?: boolean
  readonly callId?: RegExp
  /** The chat template wants the system first. */
  readonly wantsSystemFirst?: boolean
}

/** Returns what the server refuses; `undefined` if nothing. */
export function findRefusal(request: ModelRequest, rules: MessageRules): string | undefined {
  switch (request.format) {
    case 'anthropic':
      return refuseAnthropic(request.body)
    case 'google':
      return refuseGoogle(request.body)
    case 'responses':
      return refuseResponses(listOf(request.body['input']))
    case 'ollama':
    case 'openai':
      return refuseOpenAi(listOf(request.body['messages']), rules)
  }
}

const OPENAI_CALL_ID = /^.{1,40}$/

function refuseOpenAi(messages: readonly Json[], rules: MessageRules): string | undefined {
  for (const [index, message] of messages.entries()) {
    const problem =
      refuseMessage(message, rules) ?? refuseOrder(message, messages[index - 1], rules)
    if (problem) return `messages[${index}]: ${problem}`
  }
  return undefined
}

function refuseMessage(message: Json, rules: MessageRules): string | undefined {
  const { role, content, name } = message
  const calls = listOf(message['tool_calls'])
  const ids = [...calls.map(({ id }) => id), message['tool_call_id']].filter(
    (id) => id !== undefined,
  )
  const callId = rules.callId ?? OPENAI_CALL_ID
  if (ids.some((id) => !callId.test(String(id)))) return `invalid call id ${ids.join(' ')}`
  if (role !== 'assistant' || calls.length === 0) {
    if (isEmpty(content)) return `${role} message must not be empty`
  } else if (rules.refusesEmptyText && content !== null && isEmpty(content)) {
    return 'content must be null or not empty'
  }
  if (rules.refusesNames && name !== undefined && role !== 'user') return 'name is not allowed'
  const reasoning = message['reasoning_content'] ?? message['reasoning']
  if (rules.refusesReasoning && reasoning !== undefined) return 'reasoning is unsupported'
  if (rules.needsReasoning && calls.length > 0 && !reasoning) return 'reasoning_content is missing'
  return undefined
}

function refuseOrder(
  { role }: Json,
  before: Json | undefined,
  { wantsSystemFirst }: MessageRules,
): string | undefined {
  if (!wantsSystemFirst) return undefined
  if (role === 'system' && before) return 'System message must be at the beginning.'
  return undefined
}

function isEmpty(content: unknown): boolean {
  if (typeof content === 'string') return content.trim() === ''
  if (!Array.isArray(content)) return true
  return content.length === 0 || listOf(content).some(isBlankText)
}

function isBlankText({ type, text }: Json): boolean {
  return type === 'text' && String(text).trim() === ''
}

const ANTHROPIC_CALL_ID = /^[a-zA-Z0-9_-]+$/

function refuseAnthropic(body: Json): string | undefined {
  for (const [index, { role, content }] of listOf(body['messages']).entries()) {
    if (role !== 'user' && role !== 'assistant') {
      return `messages.${index}: Unexpected role "${role}".`
    }
    if (index === 0 && role !== 'user') return 'messages: first message must use the "user" role'
    if (isEmpty(content)) return `messages.${index}: text content blocks must be non-empty`
    const isUnsigned = ({ type, signature }: Json) => type === 'thinking' && !signature
    if (listOf(content).some(isUnsigned)) return `messages.${index}: thinking.signature: required`
    const ids = listOf(content).flatMap(({ id, tool_use_id: of = id }) => of ?? [])
    if (!ids.every((id) => ANTHROPIC_CALL_ID.test(String(id)))) {
      return `messages.${index}: tool_use.id should match pattern '^[a-zA-Z0-9_-]+$'`
    }
  }
  return undefined
}

function refuseGoogle(body: Json): string | undefined {
  for (const [index, { parts }] of listOf(body['contents']).entries()) {
    const list = listOf(parts)
    if (list.length === 0) return `contents[${index}].parts must not be empty`
    const isBlank = (part: Json) => 'text' in part && String(part['text']).trim() === ''
    if (list.some(isBlank)) return `contents[${index}].parts: text must not be empty`
    for (const { functionResponse: answer } of list) {
      if (isJson(answer) && !answer['name']) return 'function_response.name: cannot be empty'
    }
  }
  return undefined
}

function refuseResponses(items: readonly Json[]): string | undefined {
  const answered = items.flatMap(({ type, call_id }) =>
    type === 'function_call_output' ? [call_id] : [],
  )
  for (const [index, item] of items.entries()) {
    const problem = refuseItem(item, answered)
    if (problem) return `input[${index}]: ${problem}`
  }
  return undefined
}

function refuseItem(
  { type, id, call_id, arguments: args, content, role }: Json,
  answered: readonly unknown[],
): string | undefined {
  if (type === 'function_call') {
    if (!answered.includes(call_id)) return `no tool output found for function call ${call_id}`
    if (typeof args !== 'string') return 'arguments must be a string'
    return id === undefined || String(id).startsWith('fc') ? undefined : `invalid id ${id}`
  }
  if (role !== undefined && isEmpty(content)) return 'content must not be empty'
  return undefined
}
