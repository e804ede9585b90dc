import { randomUUID } from 'node:crypto'
import { AIMessage, AIMessageChunk } from '@langchain/core/messages'
import { takeStart } from '#shared/lib/cut-text.ts'
import { parseJson } from '#shared/lib/parse-json.ts'
import { MISSING } from '../../providers/answer-reader.ts'
import { newCallId } from '../../providers/call-ids.ts'
import { isRecord } from '../../providers/is-record.ts'
import { toolNamed } from '../../tools/index.ts'
import { finishReasonOf } from './answer-pieces.ts'

/** Marks the arguments of a call that were no JSON. */
const MALFORMED = '$malformed'
/** Marks arguments that end in the middle, such as at the model's output limit. */
const CUT = '$cut'
const SHOWN_CHARS = 500

type ToolCall = NonNullable<AIMessage['tool_calls']>[number]

/**
 * A model's answer as it goes into the thread: under an id of ours (some servers use theirs again),
 * with calls under ids that the thread does not know, and malformed ones among them, to be answered.
 */
export function toThread(answer: AIMessage, isKnown: (toolCallId: string) => boolean): AIMessage {
  const taken = new Set<string>()
  const calls = onlyLastPlan([...wholeCallsOf(answer), ...malformedOf(answer)]).map((call) => {
    const isFree = call.id !== undefined && !taken.has(call.id) && !isKnown(call.id)
    const id = isFree && call.id ? call.id : newCallId()
    taken.add(id)
    return { ...call, id }
  })
  // The usage is in the log: LangChain has added up its pieces.
  const { tool_calls: _, usage: __, ...kwargs } = answer.additional_kwargs
  const { usage: ___, ...metadata } = answer.response_metadata
  return new AIMessage({
    id: randomUUID(),
    content: contentOf(answer),
    tool_calls: calls,
    additional_kwargs: kwargs,
    response_metadata: metadata,
    ...(answer.usage_metadata ? { usage_metadata: answer.usage_metadata } : {}),
  })
}

/** What is wrong with a call's arguments; `undefined`: nothing. */
export function malformedText(args: Readonly<Record<string, unknown>>): string | undefined {
  const [cut, malformed] = [args[CUT], args[MALFORMED]]
  if (typeof cut === 'string') {
    return `This call was cut off, so it did not run. Your output limit may have been reached: send it again with less text, in several calls if need be. It began: ${cut}`
  }
  return typeof malformed === 'string'
    ? `The arguments were not valid JSON. Send them again, complete: ${malformed}`
    : undefined
}

/**
 * The calls of an answer. LangChain completes arguments that were cut off by itself, and so would let
 * half a file be written: what did not arrive as valid JSON is malformed.
 */
function wholeCallsOf(answer: AIMessage): ToolCall[] {
  const pieces = answer instanceof AIMessageChunk ? (answer.tool_call_chunks ?? []) : []
  const written = new Map(pieces.map(({ id, args = '' }) => [id, args]))
  return (answer.tool_calls ?? []).map((call) => {
    const text = written.get(call.id) ?? ''
    if (isNothing(text)) return { ...call, args: {} }
    return text === '' || parseJson(text) !== undefined
      ? call
      : { ...call, args: malformedArgs(answer, text) }
  })
}

/** How some servers write the arguments of a call without any. */
function isNothing(text: string | undefined): boolean {
  return text?.trim() === 'null'
}

/** The reasons of answers that end in the middle of a call. */
const CUTTING: ReadonlySet<string> = new Set(['length', 'context_exceeded', MISSING])

function malformedArgs(answer: AIMessage, text: string): ToolCall['args'] {
  const isCut = CUTTING.has(finishReasonOf({ text: '', message: answer }) ?? '')
  return { [isCut ? CUT : MALFORMED]: takeStart(text, SHOWN_CHARS) }
}

function malformedOf(answer: AIMessage): ToolCall[] {
  return (answer.invalid_tool_calls ?? []).map(({ id, name, args }) => ({
    type: 'tool_call',
    name: name ?? 'unknown',
    args: isNothing(args) ? {} : (nestedArgs(args) ?? malformedArgs(answer, args ?? '')),
    ...(id && { id }),
  }))
}

/** Reads arguments that a server sent as JSON within JSON. */
function nestedArgs(text = ''): ToolCall['args'] | undefined {
  const inner = parseJson(text)
  const args = typeof inner === 'string' ? parseJson(inner) : undefined
  return isRecord(args) ? args : undefined
}

/** A plan replaces the one before: of several in one answer, which langchain would refuse, the last holds. */
function onlyLastPlan(calls: readonly ToolCall[]): ToolCall[] {
  const isPlan = ({ name }: ToolCall) => toolNamed(name).plan !== undefined
  const last = calls.findLastIndex(isPlan)
  return calls.filter((call, index) => !isPlan(call) || index === last)
}

/** Anthropic's answers hold their calls a second time, in their content; its client puts them back. */
function contentOf({ content }: AIMessage): AIMessage['content'] {
  if (typeof content === 'string') return content
  return content.filter(({ type }) => type !== 'tool_use' && type !== 'input_json_delta')
}
