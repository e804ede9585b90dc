import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import { isRecord } from '#shared/lib/json.ts'
import { CALL_ID, toShortId } from '../define.ts'

type Content = BaseMessage['content']

interface Fitting {
  readonly fitId: (callId: string) => string
  /** Nothing but system messages comes before. */
  readonly isFirst: boolean
}

/**
 * Rewrites a thread so that every provider's server accepts it, whoever wrote its messages:
 *
 * - Assistant messages without text and calls are left out, and so are blank blocks of text.
 * - A tool result without text says so.
 * - Half of a character is replaced: one refuses the conversation from then on.
 * - No message has a name: xAI refuses them on assistant and tool messages.
 * - Ids of tool calls that don't match `callId` are replaced, with those of their results.
 * - A system message behind another message becomes a user message.
 *
 * Ids of messages stay.
 */
export function fitMessages(messages: readonly BaseMessage[], callId = CALL_ID): BaseMessage[] {
  const fitId = (id: string) => (callId.test(id) ? id : toShortId(id))
  const fitted: BaseMessage[] = []
  for (const message of messages) {
    const isFirst = fitted.every((one) => SystemMessage.isInstance(one))
    const one = fitMessage(message, { fitId, isFirst })
    if (one) fitted.push(one)
  }
  return fitted
}

function fitMessage(message: BaseMessage, { fitId, isFirst }: Fitting): BaseMessage | undefined {
  const { id } = message
  const content = withoutBlanks(message.content)
  if (AIMessage.isInstance(message)) return fitAnswer(message, content, fitId)
  if (ToolMessage.isInstance(message)) return fitResult(message, content, fitId)
  if (isBlank(content)) return undefined
  const fields = { content, ...(id !== undefined && { id }) }
  if (SystemMessage.isInstance(message) && isFirst) return new SystemMessage(fields)
  return new HumanMessage(fields)
}

function fitAnswer(
  message: AIMessage,
  content: Content,
  fitId: Fitting['fitId'],
): AIMessage | undefined {
  const { id, tool_calls: calls = [], additional_kwargs, response_metadata } = message
  if (isBlank(content) && calls.length === 0) return undefined
  return new AIMessage({
    content,
    additional_kwargs,
    response_metadata,
    tool_calls: calls.map(({ args, ...call }) => ({
      ...call,
      args: toWellFormed(args),
      ...(call.id && { id: fitId(call.id) }),
    })),
    ...(id !== undefined && { id }),
  })
}

function fitResult(
  { id, tool_call_id, status, artifact }: ToolMessage,
  content: Content,
  fitId: Fitting['fitId'],
): ToolMessage {
  return new ToolMessage({
    content: isBlank(content) ? '(no output)' : content,
    tool_call_id: fitId(tool_call_id),
    artifact,
    ...(status && { status }),
    ...(id !== undefined && { id }),
  })
}

function withoutBlanks(content: Content): Content {
  if (typeof content === 'string') return content.trim() === '' ? '' : content.toWellFormed()
  const blocks = content.filter((block) => !isBlankText(block)).map(toWellFormed)
  return blocks.length === 0 ? '' : blocks
}

/** Returns a copy of plain data only where one of its texts has half of a character. */
function toWellFormed<T extends object>(data: T): T {
  const json = JSON.stringify(data)
  return json.includes(HALF) ? JSON.parse(json, replaceHalf) : data
}

/** As JSON writes it. */
const HALF = '\\ud'

function replaceHalf(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (!isRecord(value)) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([key, item]) => [key.toWellFormed(), item]))
}

function isBlankText(block: object): boolean {
  const isText = 'type' in block && block.type === 'text'
  return isText && 'text' in block && typeof block.text === 'string' && block.text.trim() === ''
}

/** Reasoning is no answer: servers refuse a message of nothing else. */
const REASONING: ReadonlySet<string> = new Set([
  'thinking',
  'redacted_thinking',
  'reasoning',
  'reasoning_content',
])

function isBlank(content: Content): boolean {
  if (typeof content === 'string') return content === ''
  return content.every(({ type }) => REASONING.has(type))
}
