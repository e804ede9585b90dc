import { randomUUID } from 'node:crypto'
import { AIMessage, AIMessageChunk } from '@langchain/core/messages'
import { isRecord, parseJson } from '#shared/lib/json.ts'
import { takeStart } from '#shared/lib/truncate-text.ts'
import { newCallId } from '../../providers/define.ts'
import { MISSING } from '../../providers/streaming/answer-reader.ts'
import { toolNamed } from '../../tools/catalogue/index.ts'
import { toOpaqueCall } from '../messages/opaque-call.ts'
import { finishReasonOf } from './answer-pieces.ts'
import { findInexact } from './exact-arguments.ts'

/** Marks the arguments of a call that were no JSON. */
const MALFORMED = '$malformed'
/** Marks arguments that end in the middle, such as at the model's output limit. */
const CUT = '$cut'
/** Marks arguments that would not be run as they were written, with the reason. */
const INEXACT = '$inexact'
const SHOWN_CHARS = 500

/** A call in a thread. `isMalformed`: its arguments are one of the marks above, which a model may send, too. */
type ToolCall = NonNullable<AIMessage['tool_calls']>[number] & { readonly isMalformed?: true }

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
    return toOpaqueCall({ ...call, id })
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

/** Whether the arguments of a call in a thread stand for others, which can't be run. */
export function isMalformed(call: object): boolean {
  return 'isMalformed' in call
}

/** Returns what is wrong with the arguments of a malformed call. */
export function malformedText(args: Readonly<Record<string, unknown>>): string {
  const [cut, malformed, inexact] = [args[CUT], args[MALFORMED], args[INEXACT]]
  if (typeof cut === 'string') {
    return `This call was cut off, so it did not run. Your output limit may have been reached: send it again with less text, in several calls if need be. It began: ${cut}`
  }
  if (typeof inexact === 'string') {
    return `The arguments can’t be passed on as they are, so this call did not run. ${inexact}`
  }
  return `The arguments were not valid JSON. Send them again, complete: ${malformed}`
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
      ? withExactArgs(call, text)
      : toMalformed(call, malformedArgs(answer, text))
  })
}

function withExactArgs(call: ToolCall, text: string): ToolCall {
  const inexact = findInexact(call.args, text)
  return inexact === undefined ? call : toMalformed(call, { [INEXACT]: inexact })
}

function toMalformed(call: ToolCall, args: ToolCall['args']): ToolCall {
  return { ...call, args, isMalformed: true }
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
  return (answer.invalid_tool_calls ?? []).map(({ id, name, args: text = '' }) => {
    const type = 'tool_call' as const
    const call = { type, name: name ?? 'unknown', args: {}, ...(id && { id }) }
    if (isNothing(text)) return call
    const nested = parseJson(text)
    const args = typeof nested === 'string' ? parseJson(nested) : undefined
    // Some servers send JSON within JSON.
    return typeof nested === 'string' && isRecord(args)
      ? withExactArgs({ ...call, args }, nested)
      : toMalformed(call, malformedArgs(answer, text))
  })
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
