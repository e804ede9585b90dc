import { AIMessage, type BaseMessage, ToolMessage } from '@langchain/core/messages'
import type { SpanId } from '#shared/lib/ids.ts'
import { toolNamed } from '../../tools/catalogue/index.ts'
import type { Journal } from '../recording/call-journal.ts'
import { toCutOffAnswer } from './interrupted-calls.ts'

/** Whose thread it is, and where its calls are written down. */
interface Thread {
  readonly agentId: SpanId
  readonly journal: Journal
}

/**
 * Gives every call its answer, and every answer its call: providers refuse anything else. A call that
 * did run keeps its result; of one that was cut off, that is said. `undefined`: nothing to repair.
 */
export function repair(
  messages: readonly BaseMessage[],
  thread: Thread,
): BaseMessage[] | undefined {
  const answered = new Set(messages.filter(ToolMessage.isInstance).map((one) => one.tool_call_id))
  const called = new Set<string>()
  let isWhole = true
  const repaired = messages.flatMap((message): BaseMessage[] => {
    if (ToolMessage.isInstance(message) && !called.has(message.tool_call_id)) {
      isWhole = false
      return []
    }
    const calls = callsOf(message)
    for (const { id } of calls) called.add(id)
    const dangling = calls.filter(({ id }) => !answered.has(id))
    if (dangling.length > 0) isWhole = false
    return [message, ...dangling.map((call) => answer(call, thread))]
  })
  return isWhole ? undefined : repaired
}

interface DanglingCall {
  readonly id: string
  readonly name: string
}

function callsOf(message: BaseMessage): DanglingCall[] {
  if (!AIMessage.isInstance(message)) return []
  return (message.tool_calls ?? []).flatMap(({ id, name }) => (id ? [{ id, name }] : []))
}

function answer({ id, name }: DanglingCall, { agentId, journal }: Thread): ToolMessage {
  const { recorded } = journal.findLast({ agentId, toolCallId: id })
  const say = (content: string, status: 'success' | 'error') =>
    new ToolMessage({ content, name, tool_call_id: id, status })
  if (recorded.type === 'ended') return say(recorded.text, recorded.isError ? 'error' : 'success')
  if (recorded.type !== 'cut-off') {
    return say('This call was not run: the run ended before it began.', 'error')
  }
  if (!toolNamed(name).isAnsweredBySubagent) {
    const { text, isError } = toCutOffAnswer(name, recorded.resolved)
    return say(text, isError ? 'error' : 'success')
  }
  return say(
    'The subagent was stopped before it could report. What it did until then stands.',
    'error',
  )
}
