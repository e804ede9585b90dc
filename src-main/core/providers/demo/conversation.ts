import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'

/** A tool call the script made, and what came back. */
export interface MadeCall {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  readonly result: string
  readonly isError: boolean
}

/** What the script reads of its thread: everything it says later rests on these results. */
export interface Conversation {
  readonly prompt: string
  /** What it is told of its part. */
  readonly system: string
  /** Calls since the prompt, in order. */
  readonly calls: readonly MadeCall[]
  /** Calls before the prompt. */
  readonly earlier: readonly MadeCall[]
  /** The thread holds an answer to an earlier prompt. */
  readonly isFollowUp: boolean
}

/** Reads a thread from its last prompt on; what was said while a run was on is not a prompt. */
export function readConversation(messages: readonly BaseMessage[]): Conversation {
  const said = messages.filter((message) => message.getType() !== 'system')
  const start = said.findLastIndex((message, index) => isPrompt(message, said[index - 1]))
  return {
    prompt: said[start]?.text ?? '',
    system: messages.find((message) => message.getType() === 'system')?.text ?? '',
    isFollowUp: start > 0,
    calls: callsIn(said.slice(start + 1)),
    earlier: callsIn(said.slice(0, Math.max(0, start))),
  }
}

function callsIn(said: readonly BaseMessage[]): readonly MadeCall[] {
  const results = new Map(
    said.filter(ToolMessage.isInstance).map((result) => [result.tool_call_id, result]),
  )
  const calls = said.filter(AIMessage.isInstance).flatMap(({ tool_calls: made = [] }) => made)
  return calls.map(({ id = '', name, args }) => {
    const result = results.get(id)
    return { name, args, result: result?.text ?? '', isError: result?.status === 'error' }
  })
}

function isPrompt(message: BaseMessage, before: BaseMessage | undefined): boolean {
  if (!HumanMessage.isInstance(message)) return false
  if (!before) return true
  return AIMessage.isInstance(before) && (before.tool_calls ?? []).length === 0
}
