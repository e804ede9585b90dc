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

/** What the script says and does next. */
export interface ScriptReply {
  readonly text: string
  readonly calls: readonly ScriptCall[]
}

export interface ScriptCall {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

export function call(name: string, args: Readonly<Record<string, unknown>>): ScriptCall {
  return { name, args }
}

/** A plan of which the first `done` items are completed and the next is in progress. */
export function plan(items: readonly string[], done: number): ScriptCall {
  const todos = items.map((content, index) => ({
    content,
    status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
  }))
  return call('write_todos', { todos })
}

/** The last thing before a report: nothing of the plan is left open. */
export function finish(items: readonly string[]): ScriptReply {
  return { text: 'Everything is done. I report.', calls: [plan(items, items.length)] }
}

export function readAll(paths: readonly string[], limit = 400): ScriptCall[] {
  return paths.map((path) => call('read_file', { file_path: `/workspace/${path}`, limit }))
}

export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`
}
